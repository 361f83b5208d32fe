/**
 * What a library prints that knows no other output than the console.
 * @param run - must not wait for anything: meanwhile nothing else may print.
 */
export function printed(run: () => void): string {
  const lines: string[] = []
  const { log } = console
  console.log = (text: unknown) => void lines.push(String(text))
  try {
    run()
  } finally {
    console.log = log
  }
  return lines.map((line) => `${line}\n`).join('')
}
