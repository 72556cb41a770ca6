import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '#contract'
import { type AccountConcurrency, createAccountConcurrency } from './account-concurrency.ts'

/** The number of lists, reports and pages of exports that one account reads at a time in a process. */
const maxReads = 2
const maxWaiting = 50
const maxWaitMs = 5_000

/**
 * Creates a limit of the lists that one account reads at a time. A list can have a megabyte of bodies. Many
 * lists at once would occupy the event loop and the processors of the database, which all accounts share.
 */
export const createListReads = (): AccountConcurrency =>
  createAccountConcurrency(maxReads, maxWaitMs, {
    maxWaiting,
    createError: () =>
      new ApiError('too_many_requests', {
        message: `The account reads ${maxReads} lists at a time, and too many wait. Wait for a response before the next request.`,
      }),
  })

/**
 * Runs `read` as soon as the account reads fewer than two lists. Throws
 * `too_many_requests` if too many reads wait.
 */
export async function inListRead<T>(
  { listReads }: { listReads: AccountConcurrency },
  account_id: string,
  read: () => Promise<T>,
): Promise<T> {
  await listReads.acquire(account_id)
  try {
    return await read()
  } finally {
    listReads.release(account_id)
  }
}

/** Retries a read until the account has fewer reads, because a download has no other way to continue. */
export async function retryWhileBusy<T>(read: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'too_many_requests') throw error
      await sleep(retryMs)
    }
}

const retryMs = 1_000
