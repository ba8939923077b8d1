export interface TextFieldProps {
  label: string;
  name: string;
  value: string;
  set: (value: string) => void;
  help?: string;
  placeholder?: string;
  required?: boolean;
}

/** A line of text that is a name or an address: nothing corrects or completes it. */
export const TextField = ({ label, name, value, set, help, placeholder, required }: TextFieldProps) => (
  <label class="field">
    <span>{label}</span>
    <input
      type="text"
      name={name}
      value={value}
      placeholder={placeholder}
      required={required}
      spellcheck={false}
      autocomplete="off"
      autocapitalize="off"
      aria-describedby={help ? `${name}-help` : undefined}
      onInput={(event) => set(event.currentTarget.value)}
    />
    {help ? (
      <small id={`${name}-help`} class="muted">
        {help}
      </small>
    ) : null}
  </label>
);
