import type { CallId } from '@millrace/protocol'
import { filledList, itemAt, replaced, type List } from './list.ts'

/** Where a call stands: its index among the calls of the session, then of the program that made it, and so on. */
export type Place = readonly number[]

interface Entry {
  readonly callId: CallId
  readonly place: Place
}

/** The places of calls by their ids, as a table that shares with its earlier versions what did not change. */
export type Places = List<readonly Entry[]>

/** The table without calls: 32,768 buckets, which stay short for as many calls as a session has. */
export const noPlaces: Places = filledList<readonly Entry[]>(2, [])

/** Where the call of an id stands. */
export function placeOf(places: Places, callId: CallId): Place | undefined {
  return bucket(places, callId).find((entry) => entry.callId === callId)?.place
}

/** The table with one more call. Of several with one id only the last one can be found. */
export function withPlace(places: Places, callId: CallId, place: Place): Places {
  const known = placeOf(places, callId)
  if (known !== undefined && !isLater(place, known)) return places
  const others = bucket(places, callId).filter((entry) => entry.callId !== callId)
  return replaced(places, hash(callId) % places.size, [...others, { callId, place }])
}

function bucket(places: Places, callId: CallId): readonly Entry[] {
  return itemAt(places, hash(callId) % places.size)
}

/** Whether one place comes after another; a program comes after its own calls. */
function isLater(place: Place, other: Place): boolean {
  const differs = place.findIndex((index, level) => index !== other[level])
  return differs < 0 || other[differs] === undefined
    ? place.length < other.length
    : place[differs]! > other[differs]
}

/** FNV-1a over the code units. */
function hash(text: string): number {
  let code = 0x811c9dc5
  for (let at = 0; at < text.length; at++) code = Math.imul(code ^ text.charCodeAt(at), 0x01000193)
  return code >>> 0
}
