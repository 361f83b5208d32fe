import type { ToolRunContext } from '@millrace/tools'
import type { CodeRunFailedError } from './errors.ts'

declare module '@deepseek-ai/cordis' {
  interface Events {
    /**
     * A program failed: what a result says in words alone. Emitted before the result of its call is made, for whoever
     * has to act upon it; failures of listeners are contained.
     * @mode emit
     */
    'code/failed'(exec: Readonly<ToolRunContext>, error: CodeRunFailedError): void
  }
}
