import type { JSX } from 'preact'
import { useMemo } from 'preact/hooks'
import type { OpenSession } from '../store/open-session.ts'
import { momentWords } from './moment-facts.tsx'
import { spotsOf, type Track } from './track.ts'
import { scrubberWords } from './words.ts'

/** How many places of the track can have a mark of their own. */
const spots = 400

/** The track with its marks, and the slider on it. */
export function ScrubberTrack({
  session,
  track,
  position,
  isReady,
  onSeek,
}: {
  readonly session: OpenSession
  readonly track: Track
  readonly position: number
  readonly isReady: boolean
  readonly onSeek: (position: number) => void
}): JSX.Element {
  const { length } = session.events
  const words = scrubberWords.value
  const marks = useMemo(() => spotsOf(track.marks, length, spots), [length, track.marks.length])
  return (
    <div class="scrubber-track">
      <div class="scrubber-marks" aria-hidden="true">
        {marks.map(({ at, kind }) => (
          <span
            key={at}
            class={`scrubber-mark mark-${kind}`}
            title={words[kind]}
            style={{ left: `${at * 100}%` }}
          />
        ))}
      </div>
      <input
        type="range"
        aria-label={words.position}
        aria-valuetext={momentWords(session, position).join(', ')}
        min={0}
        max={length}
        step={1}
        value={position}
        disabled={!isReady}
        onInput={(event) => onSeek(Number(event.currentTarget.value))}
      />
    </div>
  )
}
