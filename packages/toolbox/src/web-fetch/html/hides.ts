import type { Attributes } from './tag-reader.ts'

/** Whether an element is not shown to people by what its own tag says. */
export function hides(name: string, attributes: Attributes): boolean {
  if (attributes.size === 0) return name === 'dialog'
  if (attributes.has('hidden')) return true
  if (name === 'dialog' && !attributes.has('open')) return true
  const style = attributes.get('style')
  return style !== undefined && /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\b/i.test(style)
}
