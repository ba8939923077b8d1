import { useState } from "preact/hooks";
import { ask, part } from "../../api/client.ts";
import { follow, type Job } from "../../api/jobs.ts";
import type { Repository } from "../../api/shapes.ts";
import { Failed } from "../../parts/states.tsx";
import { TextField } from "../../parts/text_field.tsx";
import { useAction } from "../../state/action.ts";
import { go } from "../../state/location.ts";

/** What of a repository was changed: only that is sent. */
export function changes_of(repository: Repository, wanted: { name: string; url: string; branch: string }): Record<string, string> {
  const changes: Record<string, string> = {};
  for (const key of ["name", "url", "branch"] as const) {
    const value = wanted[key].trim();
    if (value !== "" && value !== (repository[key] ?? "")) changes[key] = value;
  }
  return changes;
}

/** Gives a repository another name, and a remote another address or branch; the latter are fetched at once. */
export function ChangeForm({ repository, close }: { repository: Repository; close: () => void }) {
  const [name, set_name] = useState(repository.name);
  const [url, set_url] = useState(repository.url ?? "");
  const [branch, set_branch] = useState(repository.branch ?? "");
  const action = useAction();
  const save = async () => {
    const changes = changes_of(repository, { name, url, branch });
    if (Object.keys(changes).length === 0) return close();
    const fetches = "url" in changes || "branch" in changes;
    const answer = await ask<Job | Repository>(`/api/v1/repos/${part(repository.id)}`, {
      method: "PUT",
      body: { ...changes, auto_sync: fetches },
    });
    if (fetches) void follow(answer as Job);
    close();
    go(`/repositories/${part(changes["name"] ?? repository.name)}`, "replace");
  };
  return (
    <form
      class="panel add-form"
      aria-labelledby="change-title"
      onSubmit={(event) => {
        event.preventDefault();
        void action.run(save);
      }}
    >
      <h2 id="change-title">Change {repository.name}</h2>
      <TextField label="Name" name="name" value={name} set={set_name} required />
      {repository.url ? (
        <div class="field-row">
          <TextField label="Git address" name="url" value={url} set={set_url} required />
          <TextField label="Branch" name="branch" value={branch} set={set_branch} />
        </div>
      ) : null}
      {action.problem ? <Failed problem={action.problem} /> : null}
      <div class="actions">
        <button type="submit" class="button primary" disabled={action.busy}>
          Save
        </button>
        <button type="button" class="button" onClick={close}>
          Cancel
        </button>
      </div>
    </form>
  );
}
