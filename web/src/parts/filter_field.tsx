import { change, usePlace } from "../state/location.ts";
import { useTypedText } from "../state/typed_text.ts";

/** Words that narrow a list; they stand in the address under a parameter. */
export function FilterField({ label, parameter, placeholder }: { label: string; parameter: string; placeholder: string }) {
  const kept = usePlace().query.get(parameter) ?? "";
  const typed = useTypedText(kept, (text) => change({ [parameter]: text }, "replace"));
  return (
    <label class="field">
      <span>{label}</span>
      <input
        type="text"
        value={typed.text}
        placeholder={placeholder}
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
        onInput={(event) => typed.type(event.currentTarget.value)}
      />
    </label>
  );
}
