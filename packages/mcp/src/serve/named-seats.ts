import type { ClientCalls } from './client-calls.ts'
import type { ClientFacts } from './contract.ts'
import type { ClientSeat, ToolServer } from './tool-server.ts'

/** Clients that are told apart by their names. They all have the same token, so that a wrong name gains nothing. */
const most = 16

/**
 * The places of clients whose requests have no connection: each name has its own, so that what one has read or asked is not
 * another's. Names above a number of them share one.
 */
export class NamedSeats implements ClientSeat {
  private readonly from: ToolServer
  private readonly seats = new Map<string, ClientSeat>()

  constructor(from: ToolServer) {
    this.from = from
  }

  calls(facts: ClientFacts): Promise<ClientCalls> {
    const { name = '' } = facts
    const key = this.seats.has(name) || this.seats.size < most ? name : ''
    const seat = this.seats.get(key) ?? this.from.seat()
    this.seats.set(key, seat)
    return seat.calls(facts)
  }

  get isBusy(): boolean {
    return [...this.seats.values()].some(({ isBusy }) => isBusy)
  }

  async close(): Promise<void> {
    await Promise.all([...this.seats.values()].map((seat) => seat.close()))
  }
}
