import { LineEndView } from '../change/line-ends.ts'

/** A text that is edited, as it stands in the file. */
export class SourceText {
  readonly text: string
  private lineFeeds: LineEndView | undefined

  constructor(text: string) {
    this.text = text
  }

  /**
   * The text as an old text is looked for in it. LF means the end of a line, be it CRLF in the file, unless the old
   * text itself has CRLF: then it is taken as it is written.
   */
  viewFor(oldText: string): LineEndView {
    if (isExact(oldText)) return LineEndView.exact(this.text)
    return (this.lineFeeds ??= LineEndView.of(this.text))
  }
}

/** Whether line ends are matched as they are written. */
export function isExact(oldText: string): boolean {
  return oldText.includes('\r\n')
}
