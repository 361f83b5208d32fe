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
  SuggestedRules,
} from './approval/contract.ts'
