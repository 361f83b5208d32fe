import { escapeVisible } from '@millrace/protocol'

/**
 * The command that runs a program again, for a shell: `millrace code -` and the program as its input.
 * @param argumentsText - of the call that ran it.
 * @returns `undefined` where no program is in them, or where a terminal would act on a character of it when it is pasted.
 */
export function programCommand(argumentsText: string): string | undefined {
  const code = codeIn(argumentsText)
  if (code === undefined || escapeVisible(code, { lines: true }) !== code) return undefined
  const mark = markOutside(code)
  return `millrace code - <<'${mark}'\n${code}${code.endsWith('\n') ? '' : '\n'}${mark}`
}

function codeIn(text: string): string | undefined {
  try {
    const { code } = JSON.parse(text) as { readonly code?: unknown }
    return typeof code === 'string' ? code : undefined
  } catch {
    return undefined
  }
}

/** A word that ends the input, and is no line of it. */
function markOutside(code: string): string {
  const lines = new Set(code.split('\n'))
  let mark = 'END'
  for (let number = 2; lines.has(mark); number++) mark = `END${number}`
  return mark
}
