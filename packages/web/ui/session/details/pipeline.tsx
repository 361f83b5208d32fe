import { escapeVisible, type ToolTrace } from '@millrace/protocol'
import type { JSX } from 'preact'
import type { CallRecord } from './call-record.ts'
import { detailsWords } from './words.ts'

/** How a call was decided, stage by stage, each with its part of the time. */
export function Pipeline({ record }: { readonly record: CallRecord }): JSX.Element {
  const { trace } = record
  if (trace === undefined) return <p class="kit-quiet">{whyUntraced(record)}</p>
  const words = detailsWords.value
  return (
    <>
      <p class="details-settled">
        <span class={`details-status ${trace.status}`}>{escapeVisible(trace.status)}</span>
        {trace.by !== undefined && (
          <span>
            {words.decidedBy} <code>{escapeVisible(trace.by)}</code>
          </span>
        )}
        {trace.rule !== undefined && (
          <span>
            {words.rule} <code>{escapeVisible(trace.rule)}</code>
          </span>
        )}
      </p>
      <Stages trace={trace} />
    </>
  )
}

function whyUntraced({ result }: CallRecord): string {
  const words = detailsWords.value
  if (result === undefined) return words.running
  return result.error?.code === 'OUTCOME_UNKNOWN' ? words.untracedCut : words.untraced
}

/** Of a stage in a log only its name and source are sure to be there. */
function msOf({ ms }: { readonly ms: unknown }): number {
  return typeof ms === 'number' && Number.isFinite(ms) && ms > 0 ? ms : 0
}

function Stages({ trace }: { readonly trace: ToolTrace }): JSX.Element {
  const words = detailsWords.value
  const total = trace.stages.reduce((sum, stage) => sum + msOf(stage), 0)
  let before = 0
  return (
    <table class="details-stages">
      <thead>
        <tr>
          <th scope="col">{words.stage}</th>
          <th scope="col">{words.source}</th>
          <th scope="col">{words.decision}</th>
          <th scope="col" class="number">
            {words.took}
          </th>
        </tr>
      </thead>
      <tbody>
        {trace.stages.map((stage, at) => {
          const ms = msOf(stage)
          const from = before
          before += ms
          return (
            <tr key={at}>
              <th scope="row">{escapeVisible(stage.stage)}</th>
              <td>{escapeVisible(stage.source)}</td>
              <td>{stage.decision === undefined ? '' : escapeVisible(String(stage.decision))}</td>
              <td class="number">
                {words.ms(shortMs(ms))}
                <Bar from={share(from, total)} width={share(ms, total)} />
              </td>
            </tr>
          )
        })}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={3}>
            {words.total}
          </th>
          <td class="number">{words.ms(shortMs(total))}</td>
        </tr>
      </tfoot>
    </table>
  )
}

function share(part: number, total: number): number {
  return total === 0 ? 0 : part / total
}

function Bar({ from, width }: { readonly from: number; readonly width: number }): JSX.Element {
  const style = { marginInlineStart: `${from * 100}%`, width: `${width * 100}%` }
  return (
    <span class="details-bar" aria-hidden="true">
      <span style={style} />
    </span>
  )
}

/** Milliseconds with as many digits as tell anything: `0.23`, `6.9`, `1,204`. */
function shortMs(ms: number): string {
  const digits = ms < 1 ? 2 : ms < 100 ? 1 : 0
  return ms.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}
