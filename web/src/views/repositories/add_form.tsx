import { useState } from "preact/hooks";
import { ask } from "../../api/client.ts";
import { follow, type Job } from "../../api/jobs.ts";
import { Failed } from "../../parts/states.tsx";
import { TextField } from "../../parts/text_field.tsx";
import { useAction } from "../../state/action.ts";
import { is_remote } from "./remote.ts";

/** Registers a folder or a Git remote; a job clones and indexes it. */
export function AddForm({ close }: { close: () => void }) {
  const [location, set_location] = useState("");
  const [name, set_name] = useState("");
  const [branch, set_branch] = useState("");
  const [subpath, set_subpath] = useState("");
  const action = useAction();
  const remote = is_remote(location);
  const add = async () => {
    const body: Record<string, string> = { [remote ? "url" : "location"]: location.trim() };
    for (const [key, value] of Object.entries({ name, subpath, branch: remote ? branch : "" }))
      if (value.trim() !== "") body[key] = value.trim();
    const job = await ask<Job>("/api/v1/repos", { method: "POST", body });
    void follow(job);
    close();
  };
  return (
    <form
      class="panel add-form"
      aria-labelledby="add-title"
      onSubmit={(event) => {
        event.preventDefault();
        void action.run(add);
      }}
    >
      <h2 id="add-title">Add a repository</h2>
      <TextField
        label="Folder or Git address"
        name="location"
        value={location}
        set={set_location}
        required
        placeholder="/home/me/project or https://host/team/project.git"
        help="A folder is one of the machine that the server runs on, from its root. It is read, never written to."
      />
      <div class="field-row">
        <TextField label="Name (optional)" name="name" value={name} set={set_name} />
        {remote ? <TextField label="Branch (optional)" name="branch" value={branch} set={set_branch} /> : null}
        <TextField label="Only this folder in it (optional)" name="subpath" value={subpath} set={set_subpath} />
      </div>
      {action.problem ? <Failed problem={action.problem} /> : null}
      <div class="actions">
        <button type="submit" class="button primary" disabled={action.busy}>
          Add and index
        </button>
        <button type="button" class="button" onClick={close}>
          Cancel
        </button>
      </div>
    </form>
  );
}
