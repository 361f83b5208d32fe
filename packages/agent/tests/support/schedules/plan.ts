import fc from 'fast-check'

/** One call of a batch: what it may do, and what stands in its way. */
export interface PlannedCall {
  readonly lane: 'parallel' | 'exclusive'
  /** What listeners and the person before it say, at once or later. */
  readonly gate: 'open' | 'later' | 'deny' | 'throw' | 'yes' | 'no' | 'silence'
  /** What stands around the body. */
  readonly wrapper: 'plain' | 'later' | 'early' | 'twice' | 'late' | 'instead' | 'throw'
  /** How the body ends; one that is deaf does not hear of an abort. */
  readonly body: 'at once' | 'obeys' | 'deaf' | 'throws' | 'rejects'
  readonly review: 'at once' | 'later' | 'throw'
}

/** A batch, and how its turn may be ended at some moment. */
export interface Plan {
  readonly limit: number
  readonly calls: readonly PlannedCall[]
  readonly end: 'never' | 'interrupt' | 'caller' | 'dispose'
}

/** Mostly the first value, so that most calls come to the interesting stages. */
const mostly = <T extends string>(usual: T, ...others: readonly T[]): fc.Arbitrary<T> =>
  fc.oneof(
    { weight: others.length, arbitrary: fc.constant(usual) },
    ...others.map((value) => ({ weight: 1, arbitrary: fc.constant(value) })),
  )

const call: fc.Arbitrary<PlannedCall> = fc.record({
  lane: mostly('parallel', 'exclusive'),
  gate: mostly<PlannedCall['gate']>('open', 'later', 'deny', 'throw', 'yes', 'no', 'silence'),
  wrapper: mostly<PlannedCall['wrapper']>('plain', 'later', 'early', 'twice', 'late', 'instead', 'throw'),
  body: mostly<PlannedCall['body']>('obeys', 'deaf', 'at once', 'throws', 'rejects'),
  review: mostly<PlannedCall['review']>('at once', 'later', 'throw'),
})

/** Batches of one to six calls. A question that nobody answers is asked only where something ends the turn. */
export const plans: fc.Arbitrary<Plan> = fc
  .record({
    limit: fc.integer({ min: 1, max: 4 }),
    calls: fc.array(call, { minLength: 1, maxLength: 6 }),
    end: fc.constantFrom<Plan['end']>('never', 'interrupt', 'caller', 'dispose'),
  })
  .map((plan) => (plan.end === 'never' ? { ...plan, calls: plan.calls.map(answered) } : plan))

function answered(planned: PlannedCall): PlannedCall {
  return planned.gate === 'silence' ? { ...planned, gate: 'yes' } : planned
}
