import { problemKinds } from '#contract'

/*
 * Problems that recipients report after the order.
 *
 * - report   one problem of one gift: its kind, a text and up to three photos
 * - answer   a text of the sender, which the recipient gets by email
 * - draft    a photo of a form that had an error; it waits a day for the next try
 */

export type ProblemKind = (typeof problemKinds)[number]
type ProblemState = 'open' | 'answered' | 'resolved'
export type ProblemResolution = 'replaced' | 'closed'

export const isProblemKind = (text: unknown): text is ProblemKind =>
  problemKinds.some((kind) => kind === text)

/** A row of gifting.problem_report. */
export interface ProblemRow {
  id: string
  gift_request_id: string
  problem: ProblemKind
  state: ProblemState
  encrypted_text: Buffer
  created_at: Date
  updated_at: Date
  resolved_at: Date | null
  resolution: ProblemResolution | null
}

/** A row of gifting.problem_answer. */
export interface AnswerRow {
  id: string
  report_id: string
  author: string
  encrypted_text: Buffer
  created_at: Date
}

/** A photo without its content. */
export interface ProblemPhoto {
  id: string
  content_type: string
  size: number
  width: number
  height: number
}

/** A report with its answers and photos. */
export interface ProblemReport {
  id: string
  gift_request_id: string
  problem: ProblemKind
  state: ProblemState
  text: string
  photos: readonly ProblemPhoto[]
  /** The answers, oldest first. */
  answers: readonly ProblemAnswer[]
  created_at: Date
  updated_at: Date
  resolved_at: Date | null
  resolution: ProblemResolution | null
}

interface ProblemAnswer {
  id: string
  author: string
  text: string
  created_at: Date
}

export const reportContext = (id: string): string => `gifting.problem_report.encrypted_text ${id}`
export const answerContext = (id: string): string => `gifting.problem_answer.encrypted_text ${id}`
export const photoContext = (id: string): string => `gifting.problem_photo.encrypted_content ${id}`
