export interface Option<T extends string> {
  value: T;
  label: string;
  title?: string;
}

/** A choice of a few, as radio buttons side by side. */
export function Segmented<T extends string>({
  name,
  label,
  options,
  value,
  choose,
}: {
  name: string;
  label: string;
  options: readonly Option<T>[];
  value: T;
  choose: (value: T) => void;
}) {
  return (
    <fieldset class="segmented">
      <legend class="sr-only">{label}</legend>
      {options.map((option) => (
        <label key={option.value} title={option.title}>
          <input type="radio" name={name} value={option.value} checked={option.value === value} onChange={() => choose(option.value)} />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
