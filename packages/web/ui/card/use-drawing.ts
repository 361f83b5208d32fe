import { drawCallWithin, drawCard, type Card, type CardDrawing, type RenderOptions } from '@millrace/cards'
import { useMemo } from 'preact/hooks'
import { highlightWhenLoaded } from './highlight.ts'
import { layoutWords } from './layout-words.ts'
import { useSeconds } from './seconds.ts'
import { useScene } from './use-scene.ts'

/** Columns at which the layout cuts what it has to cut; the page breaks lines where the screen ends. */
const width = 100
/** Lines of an output that the folded form keeps at its end. */
const outputLines = 8

/** A card as it is to be drawn now: drawn anew when it changes, is unfolded or, while it runs, each second. */
export function useDrawing(card: Card, isOpen: boolean, isWithin: boolean): CardDrawing {
  const { cwd, time } = useScene()
  const highlight = highlightWhenLoaded()
  const words = layoutWords()
  const isRunning = card.status === 'running'
  const seconds = useSeconds(isRunning && time === undefined)
  const now = isRunning ? (time ?? seconds) : undefined
  return useMemo(() => {
    const options: RenderOptions = {
      width,
      outputLines,
      expand: isOpen,
      words,
      ...(cwd !== undefined && { cwd }),
      ...(highlight !== undefined && { highlight }),
      ...(now !== undefined && { now }),
    }
    return isWithin ? drawCallWithin(card, options) : drawCard(card, options)
  }, [card, isOpen, isWithin, cwd, highlight, words, now])
}
