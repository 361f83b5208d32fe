export { standardPolicies, type StandardPolicies } from './standard-policies.ts'
