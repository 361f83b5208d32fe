export type * from './wire/frame.ts'
export type * from './wire/sessions.ts'
export type * from './wire/questions.ts'
export type * from './wire/catalogue.ts'
