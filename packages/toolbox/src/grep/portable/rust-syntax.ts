import { anyCharacter, holds, type CharacterSet } from './characters.ts'
import { somePart, type LinePattern } from './line-pattern.ts'

/** The pattern in the syntax of the Rust crate `regex`, in which every construct means what it means here. */
export function rustSyntax(pattern: LinePattern): string {
  switch (pattern.kind) {
    case 'one':
      return rustClass(pattern.of)
    case 'sequence':
      return pattern.parts.map(rustSyntax).join('')
    case 'choice':
      return `(?:${pattern.branches.map(rustSyntax).join('|')})`
    case 'repeat':
      return `${repeatable(pattern.part)}${times(pattern.least, pattern.most)}`
    case 'start':
      return '^'
    case 'end':
      return '$'
    case 'wordBoundary':
      return '(?-u:\\b)'
  }
}

/** Whether it matters for a pattern how bytes that are not UTF-8 are decoded: it may match the sign for them. */
export function seesReplacements(pattern: LinePattern): boolean {
  return somePart(pattern, (part) => part.kind === 'one' && holds(part.of, 0xfffd))
}

function repeatable(part: LinePattern): string {
  return part.kind === 'one' ? rustSyntax(part) : `(?:${rustSyntax(part)})`
}

function times(least: number, most: number): string {
  if (most === Infinity) return least === 0 ? '*' : least === 1 ? '+' : `{${least},}`
  if (least === 0 && most === 1) return '?'
  return least === most ? (least === 1 ? '' : `{${least}}`) : `{${least},${most}}`
}

function rustClass(set: CharacterSet): string {
  if (set === anyCharacter) return '.'
  const [[low, high] = [1, 0], ...others] = set
  if (others.length === 0 && low === high) return rustCharacter(low)
  // A set without members matches nowhere.
  if (low > high) return '[^\\x{0}-\\x{10FFFF}]'
  return `[${set.map(([from, to]) => (from === to ? rustCharacter(from) : `${rustCharacter(from)}-${rustCharacter(to)}`)).join('')}]`
}

function rustCharacter(codePoint: number): string {
  const isPlain = codePoint < 0x80 && /[A-Za-z0-9]/.test(String.fromCharCode(codePoint))
  return isPlain ? String.fromCharCode(codePoint) : `\\x{${codePoint.toString(16)}}`
}
