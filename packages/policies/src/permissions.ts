export { parseRule } from './permissions/rules/parse-rule.ts'
export type { Rule } from './permissions/rules/rule.ts'
export { readCommand } from './permissions/command/read-command.ts'
export type { CommandPart, CommandReading, NamedPath } from './permissions/command/reading.ts'
export { starterRules } from './permissions/starter-rules.ts'
export { permissions } from './permissions/plugin.ts'
export { PermissionError, type PermissionErrorCode } from './permissions/permission-error.ts'
export type {
  ListedRule,
  PartVerdict,
  PermissionMode,
  Permissions,
  PermissionsConfig,
  RuleLayer,
  RuleList,
  RuleProblem,
  RuleSet,
  SandboxState,
  TriedRules,
  Verdict,
  WrittenRule,
} from './permissions/contract.ts'
