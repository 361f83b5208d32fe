import type { ToolRunContext } from '@millrace/tools'
import type { Job } from '../jobs/job.ts'
import { lastLines } from '../shell/excerpt.ts'
import { bashLimits } from './limits.ts'

/**
 * Reports the last lines of what a command has printed, at most ten times a second and only where they are others
 * than before. The returned function ends that.
 */
export function followOutput(job: Job, { reportProgress }: ToolRunContext): () => void {
  let timer: NodeJS.Timeout | undefined
  let told = ''
  const report = (): void => {
    timer = undefined
    const text = lastLines(job.output, bashLimits.reportBytes)
    if (text === told) return
    told = text
    reportProgress({ text })
  }
  const unlisten = job.onChange(() => {
    timer ??= setTimeout(report, bashLimits.reportMs)
  })
  return () => {
    unlisten()
    clearTimeout(timer)
  }
}
