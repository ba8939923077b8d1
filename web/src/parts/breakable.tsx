import { Fragment } from "preact";

/** Behind what a long name or path may go on in the next line. */
const JOINTS = /(?<=[.:/\\#])(?=[^.:/\\#])/;

/** A name or path that breaks between its parts, rather than anywhere. */
export const Breakable = ({ text }: { text: string }) => (
  <>
    {text.split(JOINTS).map((part, index) => (
      <Fragment key={index}>
        {index > 0 ? <wbr /> : null}
        {part}
      </Fragment>
    ))}
  </>
);
