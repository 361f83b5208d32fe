import { contract } from './contract.ts'
import { faults } from './faults.ts'
import { security } from './security.ts'

/** Every rule of the specification by id, each in one line. */
export const requirements = { ...contract, ...faults, ...security }

/** The id of a rule that a test may cite. */
export type RequirementId = keyof typeof requirements
