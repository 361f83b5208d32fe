import { HarnessError } from '@millrace/schema'

/** Why a job could not be reached or started. */
export type JobErrorCode = 'JOB_UNKNOWN' | 'JOB_TOO_MANY'

/** A job that is not there, or that there is no room for. */
export class JobError extends HarnessError {
  declare readonly code: JobErrorCode
}
