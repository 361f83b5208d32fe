import { Logger, type Context, type Exporter } from '@deepseek-ai/cordis'
import { escapeVisible } from '@millrace/protocol'
import type { Output } from './io.ts'

/** Cordis leaves warnings out below this level. */
const warningLevel = 2

/** Passes the warnings and errors that plugins log on to a person, without secrets. */
export function writeWarnings(ctx: Context, output: Output): void {
  const exporter: Exporter = {
    colors: false,
    levels: { default: warningLevel },
    export: (message) => {
      if (message.type !== 'warn' && message.type !== 'error') return
      const said = Logger.format(exporter, message)
      const text = escapeVisible(ctx.get('redaction')?.text(said) ?? said, { lines: true })
      output.write(`millrace: ${message.type}: ${text}\n`)
    },
  }
  ctx.logger.exporter(exporter)
}
