import { duration } from '@millrace/cards'
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import { useKeys } from '../../app/keys.ts'
import type { OpenSession } from '../store/open-session.ts'
import { MomentFacts } from './moment-facts.tsx'
import { Playback, type Speed } from './playback.ts'
import { ScrubberTrack } from './scrubber-track.tsx'
import { Track } from './track.ts'
import { scrubberWords } from './words.ts'
import '../../kit/kit.css'
import './scrubber.css'

/** Whether an agent works on the session now. */
function runs({ activity }: OpenSession): boolean {
  const now = activity.value
  return now?.at === 'elsewhere' || (now?.at === 'here' && now.status === 'running')
}

/**
 * Goes through a session again: any of its moments, or all of them in their own time. It is there for every session at rest,
 * and behind a button for one that runs.
 */
export function Scrubber({ session }: { readonly session: OpenSession }): JSX.Element | null {
  const isWanted = useSignal(false)
  const words = scrubberWords.value
  const isRunning = runs(session)
  const isShown = !isRunning || isWanted.value || session.moment.value !== undefined
  if (session.phase.value === 'opening' || (session.phase.value === 'gone' && session.events.length === 0))
    return null
  if (!isShown)
    return (
      <div class="scrubber-closed">
        <button type="button" class="kit-button" onClick={() => (isWanted.value = true)}>
          {words.show}
        </button>
      </div>
    )
  const hide = (): void => {
    session.moment.value = undefined
    isWanted.value = false
  }
  return (
    <OpenScrubber
      key={session.id}
      session={session}
      isRunning={isRunning}
      onHide={isRunning ? hide : undefined}
    />
  )
}

/** The parts of a scrubber that live as long as it is shown. */
function useScrubber(session: OpenSession): { readonly track: Track; readonly playback: Playback } {
  const parts = useMemo(() => {
    const track = new Track()
    const { events } = session
    const played = {
      get length() {
        return events.length
      },
      timeAt: (index: number) => events.at(index).time,
    }
    const playback = new Playback(played, session.moment, (run, ms) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    })
    return { track, playback }
  }, [session])
  useEffect(() => () => parts.playback.pause(), [parts])
  void session.version.value
  parts.track.read(session.events)
  return parts
}

function OpenScrubber({
  session,
  isRunning,
  onHide,
}: {
  readonly session: OpenSession
  readonly isRunning: boolean
  readonly onHide: (() => void) | undefined
}): JSX.Element {
  const { track, playback } = useScrubber(session)
  const words = scrubberWords.value
  const isReady = session.phase.value === 'whole' || session.phase.value === 'gone'
  const position = Math.min(session.moment.value ?? session.events.length, session.events.length)
  const toCall = (call: ReturnType<Track['nextCall']>): void => {
    if (call === undefined || !isReady) return
    playback.pause()
    playback.seek(call.position)
    session.focused.value = call.callId
  }
  const toEnd = (): void => {
    playback.pause()
    session.moment.value = undefined
  }
  const back = (): void => toCall(track.previousCall(position))
  const on = (): void => toCall(track.nextCall(position))
  useKeys(
    { '[': back, ']': on },
    { label: words.label, words: { '[': words.previousCall, ']': words.nextCall } },
  )
  return (
    <section class="scrubber" aria-label={words.label} data-live={session.moment.value === undefined}>
      <div class="scrubber-row">
        <Buttons playback={playback} isReady={isReady} onBack={back} onNext={on} />
        <ScrubberTrack
          session={session}
          track={track}
          position={position}
          isReady={isReady}
          onSeek={(to) => playback.seek(to)}
        />
        <EndButtons
          isLive={session.moment.value === undefined}
          isRunning={isRunning}
          onEnd={toEnd}
          onHide={onHide}
        />
      </div>
      <Foot session={session} position={position} shortened={playback.shortened.value} isReady={isReady} />
    </section>
  )
}

function EndButtons({
  isLive,
  isRunning,
  onEnd,
  onHide,
}: {
  readonly isLive: boolean
  readonly isRunning: boolean
  readonly onEnd: () => void
  readonly onHide: (() => void) | undefined
}): JSX.Element {
  const words = scrubberWords.value
  return (
    <>
      <button
        type="button"
        class="kit-button"
        aria-pressed={isLive}
        title={isRunning ? words.toLive : words.toEnd}
        onClick={onEnd}
      >
        {isRunning ? words.live : words.end}
      </button>
      {onHide !== undefined && (
        <button type="button" class="kit-button" aria-label={words.hide} title={words.hide} onClick={onHide}>
          ×
        </button>
      )}
    </>
  )
}

function Foot({
  session,
  position,
  shortened,
  isReady,
}: {
  readonly session: OpenSession
  readonly position: number
  readonly shortened: number | undefined
  readonly isReady: boolean
}): JSX.Element {
  const words = scrubberWords.value
  return (
    <div class="scrubber-row">
      {isReady ? (
        <MomentFacts session={session} position={position} />
      ) : (
        <p class="scrubber-facts">{words.loading}</p>
      )}
      <p class="scrubber-gap" role="status">
        {shortened === undefined ? '' : words.shortened(duration(shortened))}
      </p>
    </div>
  )
}

const speeds: readonly Speed[] = [1, 4, 'instant']

function Buttons({
  playback,
  isReady,
  onBack,
  onNext,
}: {
  readonly playback: Playback
  readonly isReady: boolean
  readonly onBack: () => void
  readonly onNext: () => void
}): JSX.Element {
  const words = scrubberWords.value
  const isPlaying = playback.playing.value
  const toggle = (): void => (isPlaying ? playback.pause() : playback.play())
  return (
    <>
      <button type="button" class="kit-button scrubber-play" disabled={!isReady} onClick={toggle}>
        <span aria-hidden="true">{isPlaying ? '❚❚' : '▶'}</span> {isPlaying ? words.pause : words.play}
      </button>
      <button
        type="button"
        class="kit-button"
        disabled={!isReady}
        aria-label={words.previousCall}
        title={`${words.previousCall} [`}
        onClick={onBack}
      >
        |◂
      </button>
      <button
        type="button"
        class="kit-button"
        disabled={!isReady}
        aria-label={words.nextCall}
        title={`${words.nextCall} ]`}
        onClick={onNext}
      >
        ▸|
      </button>
      <span class="scrubber-speeds" role="group" aria-label={words.speed}>
        {speeds.map((speed) => (
          <button
            key={speed}
            type="button"
            class="kit-button"
            aria-pressed={playback.speed.value === speed}
            onClick={() => playback.setSpeed(speed)}
          >
            {speed === 'instant' ? words.instant : `${speed}×`}
          </button>
        ))}
      </span>
    </>
  )
}
