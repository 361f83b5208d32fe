import { Unsure } from './unsure.ts'

/** A here-document whose body begins after the next line end. */
export interface PendingBody {
  readonly delimiter: string
  /** `<<-`: tabs before its lines are taken away. */
  readonly indented: boolean
  /** Whether the body is plain whatever it holds. */
  readonly quoted: boolean
}

/** How deeply commands may stand inside commands. */
const deepest = 16

/** How far the text of a command has been read. */
export class Cursor {
  readonly text: string
  at = 0
  pending: PendingBody[] = []
  depth = 0

  constructor(text: string) {
    this.text = text
  }

  /** Whether the text goes on with `part`. */
  sees(part: string): boolean {
    return this.text.startsWith(part, this.at)
  }

  /** Reads `part` where the text goes on with it. */
  takes(part: string): boolean {
    if (!this.sees(part)) return false
    this.at += part.length
    return true
  }

  /** Reads what a sticky pattern finds here. */
  takesMatch(sticky: RegExp): RegExpExecArray | null {
    sticky.lastIndex = this.at
    const found = sticky.exec(this.text)
    if (found) this.at = sticky.lastIndex
    return found
  }

  /** Runs `read` one level further inside. */
  inside<T>(read: () => T): T {
    if (this.depth >= deepest) this.unsure('commands are nested too deeply')
    this.depth += 1
    const result = read()
    this.depth -= 1
    return result
  }

  unsure(reason: string, at: number = this.at): never {
    throw new Unsure(reason, at)
  }
}
