import { Logger, type Context, type Exporter } from '@deepseek-ai/cordis'
import { escapeVisible } from '@millrace/protocol'
import type { Output } from './io.ts'

/** Cordis leaves warnings out below this level. */
const warningLevel = 2

/** Passes the warnings and errors that plugins log on to a person, without secrets. */
export function writeWarnings(ctx: Context, output: Output): void {
  hearWarnings(ctx, (message, type) => void output.write(`millrace: ${type}: ${message}\n`))
}

/**
 * Hears of the warnings and errors that plugins log, without secrets and with nothing in them that hides or forges.
 * @returns what ends that.
 */
export function hearWarnings(
  ctx: Context,
  hear: (message: string, type: 'warn' | 'error') => void,
): () => void {
  const exporter: Exporter = {
    colors: false,
    levels: { default: warningLevel },
    export: (message) => {
      const { type } = message
      if (type !== 'warn' && type !== 'error') return
      const said = Logger.format(exporter, message)
      hear(escapeVisible(ctx.get('redaction')?.text(said) ?? said, { lines: true }), type)
    },
  }
  return ctx.logger.exporter(exporter)
}
