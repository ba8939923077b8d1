import type { PlanStep } from "../../api/shapes.ts";
import { count, milliseconds } from "../../text/format.ts";
import { step_meaning, step_title } from "./plan_steps.ts";

const Row = ({ step, longest }: { step: PlanStep; longest: number }) => (
  <tr>
    <th scope="row">{step_title(step.step)}</th>
    <td>
      <span class="cell-main">{step_meaning(step.step)}</span>
      <span class="cell-note mono">{step.detail}</span>
    </td>
    <td class="number">
      {count(step.in)} → {count(step.out)}
    </td>
    <td class="number">
      <meter class="plan-meter" min={0} max={longest} value={step.took_ms} aria-label={`${step.step}: share of the time`} />
      {step.took_ms.toFixed(2)} ms
    </td>
  </tr>
);

/** How an answer came about: each step with what went in, what came out, and its share of the time. */
export function PlanTable({ plan, took_ms, intent }: { plan: readonly PlanStep[]; took_ms: number; intent: string }) {
  const longest = Math.max(0.001, ...plan.map((step) => step.took_ms));
  return (
    <section class="panel plan" aria-labelledby="plan-title">
      <h2 id="plan-title">
        How this was found <span class="muted">in {milliseconds(took_ms)}</span>
      </h2>
      {intent === "default" ? null : <p class="muted small">Understood as a question about: {intent}.</p>}
      <div class="table-scroll" tabIndex={0} role="region" aria-label="Steps of the plan">
        <table>
          <thead>
            <tr>
              <th scope="col">Step</th>
              <th scope="col">What it does</th>
              <th scope="col" class="number">
                In → out
              </th>
              <th scope="col" class="number">
                Time
              </th>
            </tr>
          </thead>
          <tbody>
            {plan.map((step, index) => (
              <Row key={index} step={step} longest={longest} />
            ))}
          </tbody>
        </table>
      </div>
      <p class="muted small">Each result says below its name which place each way of searching gave it.</p>
    </section>
  );
}
