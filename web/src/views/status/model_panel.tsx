import { ask } from "../../api/client.ts";
import { ended_jobs } from "../../api/jobs.ts";
import type { ModelStatus } from "../../api/status.ts";
import { announce } from "../../parts/announcer.tsx";
import { Failed, Loading } from "../../parts/states.tsx";
import { useAction } from "../../state/action.ts";
import { useResource } from "../../state/resource.ts";
import { useStore } from "../../state/store.ts";
import { count, size } from "../../text/format.ts";

const Residency = ({ status }: { status: ModelStatus }) => {
  if (!status.available) return <span class="badge badge-bad">not available</span>;
  return <span class={status.resident ? "badge badge-good" : "badge"}>{status.resident ? "in memory" : "not loaded"}</span>;
};

const Facts = ({ status }: { status: ModelStatus }) => (
  <dl class="facts">
    <div class="fact">
      <dt>Embeddings</dt>
      <dd>
        {status.provider} · {status.model} <Residency status={status} />
      </dd>
    </div>
    <div class="fact">
      <dt>Dimensions</dt>
      <dd>{count(status.dimensions)}</dd>
    </div>
    {status.keep_alive ? (
      <div class="fact">
        <dt>Kept loaded</dt>
        <dd>{status.keep_alive}</dd>
      </div>
    ) : null}
    <div class="fact">
      <dt>Reranker</dt>
      <dd>{status.reranker ? `${status.reranker.model}${status.reranker.available ? "" : ", not available"}` : "none"}</dd>
    </div>
  </dl>
);

/** Which models work here, whether they are loaded, and a way to free their memory. */
export function ModelPanel() {
  const ended = useStore(ended_jobs);
  const answer = useResource(`models ${ended}`, (signal) => ask<ModelStatus>("/api/v1/models/status", { signal }));
  const action = useAction();
  const unload = async () => {
    await ask("/api/v1/models/unload", { method: "POST" });
    announce("The model’s memory is free");
    answer.reload();
  };
  const status = answer.data;
  return (
    <section class="panel stack" aria-labelledby="models-title">
      <h2 id="models-title">Models</h2>
      {answer.problem ? <Failed problem={answer.problem} retry={answer.reload} /> : null}
      {!status && !answer.problem ? <Loading lines={4} /> : null}
      {status ? (
        <>
          <Facts status={status} />
          {status.problem ? <p class="bad">{status.problem}</p> : null}
          {status.reranker?.problem ? <p class="bad">{status.reranker.problem}</p> : null}
          {status.stored && status.stored.length > 0 ? (
            <ul class="plain small muted">
              {status.stored.map((one) => (
                <li key={one.name}>
                  {one.name}, {size(one.bytes)} on disk
                </li>
              ))}
            </ul>
          ) : null}
          <div class="actions">
            <button type="button" class="button small" disabled={action.busy || !status.resident} onClick={() => void action.run(unload)}>
              Free its memory
            </button>
          </div>
          {action.problem ? <Failed problem={action.problem} /> : null}
        </>
      ) : null}
    </section>
  );
}
