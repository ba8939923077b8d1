import { decide, load_suggestions, type Suggestion, type Topology } from "../../api/topology.ts";
import { Icon } from "../../parts/icon.tsx";
import { Failed, Loading } from "../../parts/states.tsx";
import { Warnings } from "../../parts/warnings.tsx";
import { here_with } from "../../state/location.ts";
import { useResource } from "../../state/resource.ts";
import { counted } from "../../text/format.ts";
import { showing } from "../../text/places.ts";
import type { Changing } from "./topology_page.tsx";

const SHOWN = 4;

const Row = ({ one, changing }: { one: Suggestion; changing: Changing }) => {
  const shown = one.evidence.slice(0, SHOWN);
  const name = `${one.from} depends on ${one.to}`;
  return (
    <li class="suggestion">
      <div class="suggestion-text">
        <p>
          <strong>{one.from}</strong> depends on <strong>{one.to}</strong>
        </p>
        <ul class="evidence-list">
          {shown.map((evidence, index) => (
            <li key={index}>
              <a class="mono" href={here_with(showing({ repo: one.from, path: evidence.path, first: evidence.line }))}>
                {evidence.path}:{evidence.line}
              </a>{" "}
              {evidence.reason}
            </li>
          ))}
        </ul>
        {one.total > shown.length ? <p class="muted small">and {counted(one.total - shown.length, "more place")}</p> : null}
      </div>
      <div class="actions">
        <button
          type="button"
          class="button small primary"
          disabled={changing.busy}
          aria-label={`Accept: ${name}`}
          onClick={() => changing.run((version) => decide(version, one.from, one.to, "accept"))}
        >
          <Icon name="check" />
          Accept
        </button>
        <button
          type="button"
          class="button small"
          disabled={changing.busy}
          aria-label={`Dismiss: ${name}`}
          onClick={() => changing.run((version) => decide(version, one.from, one.to, "dismiss"))}
        >
          Dismiss
        </button>
      </div>
    </li>
  );
};

/** Dependencies that manifests and calls speak of, for a person to accept or dismiss. */
export function SuggestionsPanel({ topology, changing }: { topology: Topology; changing: Changing }) {
  const answer = useResource(`suggestions ${topology.version} ${changing.round}`, load_suggestions);
  if (answer.problem?.is_absent) return null;
  return (
    <section class="panel stack" aria-labelledby="suggestions-title">
      <h2 id="suggestions-title">Suggestions</h2>
      <p class="muted small">
        Found in manifests and in calls between repositories. What you accept counts as declared; what you dismiss is not suggested again.
      </p>
      {answer.problem ? <Failed problem={answer.problem} retry={answer.reload} /> : null}
      {!answer.data && !answer.problem ? <Loading lines={3} label="Looking for dependencies" /> : null}
      <Warnings of={answer.data?.warnings} />
      {answer.data?.suggestions.length === 0 ? <p>Nothing that is not declared or dismissed already.</p> : null}
      <ul class="plain suggestions">
        {answer.data?.suggestions.map((one) => (
          <Row key={`${one.from}>${one.to}`} one={one} changing={changing} />
        ))}
      </ul>
    </section>
  );
}
