import type { Pace } from '../workspace/pace.ts'
import { readLimits } from './limits.ts'

/** Bytes of cells that are parsed at once, where that many cells are shorter. */
const pieceBytes = 65_536

/** What parsing one piece may cost, in units of a tenth of a microsecond. */
const pieceCost = 250_000

/** What parsing costs for each string, each name of a member beside that, and each element or escape. */
const stringCost = 4
const memberCost = 8
const elementCost = 1
const escapeCost = 1

/** Bytes after which others may get their turn; a string is passed over as a whole. */
const scanStretch = 32_768

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const openBracket = 0x5b
const backslash = 0x5c
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

/** A notebook cut into parts of which none takes long to parse. */
export interface NotebookPieces {
  /** The notebook as it would stand there without cells. */
  readonly frame: string
  /** JSON arrays of some cells each, in order; what is between them is not looked into. */
  readonly cells: readonly string[]
}

/**
 * Cuts a JSON object with a list named `cells` between its cells, since parsing all of it at once would hold up the
 * process. It finds strings and brackets and judges nothing else: whoever parses the pieces does.
 * @returns undefined where there is no such list, or where one piece would take long by itself.
 */
export async function notebookPieces(source: Buffer, pace: Pace): Promise<NotebookPieces | undefined> {
  const cutter = new Cutter(source)
  while (!cutter.isDone) {
    cutter.advance()
    if (cutter.isRefused) return undefined
    if (pace.isDue) await pace.rest()
  }
  return cutter.finish()
}

class Cutter {
  isRefused = false
  private readonly source: Buffer
  private readonly pieces: string[] = []
  private at = 0
  private depth = 0
  /** The first backslash from here on, or one that was passed. */
  private escape = -1
  /** Brackets and colons of the whole notebook. */
  private marks = 0
  private cost = 0
  /** Of what stands outside the list. */
  private frameCost = 0
  /** The last string directly inside the notebook, which names what follows it. */
  private key = ''
  private listStart = -1
  private listEnd = -1
  private pieceStart = 0

  constructor(source: Buffer) {
    this.source = source
  }

  get isDone(): boolean {
    return this.at >= this.source.length
  }

  /** Looks at the next stretch. */
  advance(): void {
    const { source } = this
    const end = Math.min(source.length, this.at + scanStretch)
    while (this.at < end) {
      const byte = source[this.at]
      if (byte === quote) this.skipString()
      else if (byte === openBracket || byte === openBrace) this.open(byte)
      else if (byte === closeBracket || byte === closeBrace) this.close()
      else if (byte === colon) this.member()
      else if (byte === comma) this.comma()
      this.at += 1
    }
    if (this.cost > pieceCost || this.marks > readLimits.notebookMarks) this.isRefused = true
  }

  finish(): NotebookPieces | undefined {
    if (this.listEnd < 0) return undefined
    const frame = Buffer.concat([this.source.subarray(0, this.listStart), this.source.subarray(this.listEnd)])
    return { frame: frame.toString(), cells: this.pieces }
  }

  private get isBetweenCells(): boolean {
    return this.listStart >= 0 && this.listEnd < 0 && this.depth === 2
  }

  private member(): void {
    this.marks += 1
    this.cost += memberCost
  }

  private open(byte: number): void {
    this.marks += 1
    this.depth += 1
    const isList = this.depth === 2 && byte === openBracket && this.key === '"cells"'
    if (!isList) return
    // A second list of the name would count instead of the first.
    if (this.listStart >= 0) this.isRefused = true
    this.listStart = this.at + 1
    this.pieceStart = this.at + 1
    this.frameCost = this.cost
    this.cost = 0
  }

  private close(): void {
    if (this.isBetweenCells) {
      this.listEnd = this.at
      const isEmpty = this.source.subarray(this.listStart, this.at).toString().trim() === ''
      if (!isEmpty) this.cut()
      this.cost = this.frameCost
    }
    this.depth -= 1
  }

  private comma(): void {
    this.cost += elementCost
    if (this.isBetweenCells && this.at - this.pieceStart >= pieceBytes) this.cut()
  }

  private cut(): void {
    this.pieces.push(`[${this.source.toString('utf8', this.pieceStart, this.at)}]`)
    this.pieceStart = this.at + 1
    if (this.cost > pieceCost) this.isRefused = true
    this.cost = 0
  }

  /** Leaves the position on the closing quote, or at the end where there is none. */
  private skipString(): void {
    const { source } = this
    const start = this.at
    this.cost += stringCost
    if (this.escape < start) this.findEscape(start)
    let end = source.indexOf(quote, start + 1)
    while (this.escape < end && this.cost <= pieceCost) {
      this.cost += escapeCost
      if (end === this.escape + 1) end = source.indexOf(quote, end + 1)
      this.findEscape(this.escape + 2)
    }
    this.at = end < 0 ? source.length : end
    if (this.depth === 1) this.key = source.toString('utf8', start, Math.min(this.at + 1, start + 8))
  }

  private findEscape(from: number): void {
    const found = this.source.indexOf(backslash, from)
    this.escape = found < 0 ? Infinity : found
  }
}
