export { approval } from './approval/plugin.ts'
export type {
  AnsweredElsewhere,
  AnswerReceipt,
  ApprovalAnswer,
  ApprovalConfig,
  ApprovalFrontEnd,
  ApprovalQuestion,
  ApprovalReply,
  Approvals,
  CallQuestion,
  HostAnswer,
  HostQuestion,
  StepQuestion,
  SuggestedRules,
} from './approval/contract.ts'
