import { ended_jobs } from "../../api/jobs.ts";
import { type Flow, load_endpoints, load_flow, type Step } from "../../api/flows.ts";
import { Breakable } from "../../parts/breakable.tsx";
import { CopyButton } from "../../parts/copy_button.tsx";
import { EmptyScope, ScopeChoice } from "../../parts/scope_choice.tsx";
import { Empty, Failed, Loading, Notice } from "../../parts/states.tsx";
import { Warnings } from "../../parts/warnings.tsx";
import { here_with, usePlace } from "../../state/location.ts";
import { useResource } from "../../state/resource.ts";
import { scope_key } from "../../api/scope.ts";
import { useScope } from "../../state/scope.ts";
import { useStore } from "../../state/store.ts";
import { counted } from "../../text/format.ts";
import { showing } from "../../text/places.ts";
import { EndpointPicker } from "./endpoint_picker.tsx";
import { FlowTabs } from "./flow_tabs.tsx";
import { SequenceView } from "./sequence_view.tsx";

const StepRow = ({ step }: { step: Step }) => (
  <tr>
    <td class="number">{step.order}</td>
    <td>
      <span class={`badge layer-${step.layer}`}>{step.layer}</span>
    </td>
    <td class="mono">
      <a
        href={here_with(showing({ repo: step.repo, path: step.path, first: step.start_line }, `${step.repo}:${step.path}#${step.symbol}`))}
      >
        <Breakable text={step.symbol} />
      </a>
    </td>
    <td class="mono muted">
      <Breakable text={`${step.path}:${step.start_line}`} />
    </td>
    <td>{[step.request, step.via, step.async ? "asynchronous" : undefined].filter((one) => one !== undefined).join(", ")}</td>
  </tr>
);

const Steps = ({ flow }: { flow: Flow }) => (
  <section class="panel" aria-labelledby="steps-title">
    <h2 id="steps-title">Steps</h2>
    <div class="table-scroll" tabIndex={0} role="region" aria-label="Steps of the flow">
      <table class="wide-table">
        <thead>
          <tr>
            <th scope="col" class="number">
              #
            </th>
            <th scope="col">Layer</th>
            <th scope="col">Code</th>
            <th scope="col">Place</th>
            <th scope="col">By</th>
          </tr>
        </thead>
        <tbody>
          {flow.steps.map((step) => (
            <StepRow key={step.order} step={step} />
          ))}
        </tbody>
      </table>
    </div>
  </section>
);

const CrossService = ({ flow }: { flow: Flow }) =>
  flow.cross_service.length === 0 ? null : (
    <section class="panel" aria-labelledby="cross-title">
      <h2 id="cross-title">Between services</h2>
      <ul class="plain cross-list">
        {flow.cross_service.map((call, index) => (
          <li key={index}>
            <span class="mono">
              {call.from_service} → {call.to_service}
            </span>{" "}
            {call.http_method ? <span class="verb">{call.http_method}</span> : null} <span class="mono">{call.route}</span>{" "}
            <a href={here_with(showing({ repo: call.repo, path: call.evidence.path, first: call.evidence.line }))}>
              {call.via}, {call.evidence.path}:{call.evidence.line}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );

function FlowPanel({ endpoint, repo }: { endpoint: string; repo: string }) {
  const answer = useResource(`${repo} ${endpoint}`, (signal) => load_flow(endpoint, repo, signal));
  const flow = answer.data;
  if (answer.problem?.is_absent) return <Empty icon="flow" title={answer.problem.message} />;
  if (answer.problem) return <Failed problem={answer.problem} retry={answer.reload} />;
  if (!flow) return <Loading lines={10} />;
  return (
    <div class="stack">
      <div class="flow-head">
        <h2>
          <span class="verb">{flow.http_method}</span> <span class="mono">{flow.endpoint}</span>
        </h2>
        <span class="muted small">
          {flow.repo} · {counted(flow.steps.length, "step")}
        </span>
        <CopyButton text={flow.mermaid} label="Copy the diagram as Mermaid" />
      </div>
      {flow.cut ? <Notice>The flow is longer than what is followed; its end is left out.</Notice> : null}
      <Warnings of={flow.warnings} />
      {flow.steps.length === 0 ? <Empty icon="flow" title="No code of these repositories answers it" /> : <SequenceView flow={flow} />}
      {flow.steps.length === 0 ? null : <Steps flow={flow} />}
      <CrossService flow={flow} />
    </div>
  );
}

export function FlowsView() {
  const { query } = usePlace();
  const ended = useStore(ended_jobs);
  const scope = useScope();
  const answer = useResource(scope_key(scope, `endpoints ${ended}`), (signal) => load_endpoints(scope.repos ?? [], signal));
  const [endpoint, repo] = [query.get("endpoint") ?? "", query.get("repo") ?? ""];
  const endpoints = answer.data?.endpoints;
  return (
    <div class="page">
      <div class="page-head">
        <h1>Flows</h1>
        <ScopeChoice scope={scope} resets={["endpoint", "repo"]} />
        <p>What a request goes through: from the endpoint through services and repositories, and on into other programs.</p>
      </div>
      <FlowTabs current="/flows" />
      {scope.is_empty ? <EmptyScope groups={scope.groups} /> : null}
      <Warnings of={answer.data?.warnings} />
      {answer.problem ? <Failed problem={answer.problem} retry={answer.reload} /> : null}
      {!endpoints && !answer.problem && !scope.is_empty ? <Loading lines={8} /> : null}
      {endpoints?.length === 0 ? (
        <Empty icon="flow" title="No endpoints were found">
          <p>None of the repositories serves HTTP in a way that is known here.</p>
        </Empty>
      ) : null}
      {endpoints && endpoints.length > 0 ? (
        <div class="split">
          <EndpointPicker endpoints={endpoints} chosen={`${repo} ${endpoint}`} />
          <section class="split-main" aria-label="Flow">
            {endpoint === "" ? (
              <Empty icon="flow" title="Choose an endpoint">
                <p>Its sequence is drawn here; every message leads to its code.</p>
              </Empty>
            ) : (
              <FlowPanel endpoint={endpoint} repo={repo} />
            )}
          </section>
        </div>
      ) : null}
    </div>
  );
}
