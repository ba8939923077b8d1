import type { PlanStep } from "../../api/shapes.ts";
import { count, milliseconds } from "../../text/format.ts";

/** How an answer came about: each step with what went in, what came out, and its share of the time. */
export function PlanTable({ plan, took_ms }: { plan: readonly PlanStep[]; took_ms: number }) {
  const longest = Math.max(0.001, ...plan.map((step) => step.took_ms));
  return (
    <section class="panel plan" aria-labelledby="plan-title">
      <h2 id="plan-title">
        How this was found <span class="muted">in {milliseconds(took_ms)}</span>
      </h2>
      <div class="table-scroll" tabIndex={0} role="region" aria-label="Steps of the plan">
        <table>
          <thead>
            <tr>
              <th scope="col">Step</th>
              <th scope="col">What it does</th>
              <th scope="col" class="number">
                In
              </th>
              <th scope="col" class="number">
                Out
              </th>
              <th scope="col" class="number">
                Time
              </th>
            </tr>
          </thead>
          <tbody>
            {plan.map((step, index) => (
              <tr key={index}>
                <th scope="row">{step.step}</th>
                <td class="muted">{step.detail}</td>
                <td class="number">{count(step.in)}</td>
                <td class="number">{count(step.out)}</td>
                <td class="number">
                  <meter class="plan-meter" min={0} max={longest} value={step.took_ms} aria-label={`${step.step}: share of the time`} />
                  {step.took_ms.toFixed(2)} ms
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
