import type { TxContext } from '#platform/postgres/database'
import * as store from './locale-store.ts'

/**
 * Saves the language that the recipient of this gift request has chosen for emails. Enqueues the
 * statement without waiting.
 */
export const setRecipientLocale = (
  ctx: TxContext,
  gift: { account_id: string; id: string },
  locale: string,
): void => store.saveRecipientLocale(ctx, gift, locale)

/**
 * Deletes the recipient's choice, because another person can claim the gift next. Enqueues the
 * statement without waiting.
 */
export const clearRecipientLocale = (
  ctx: TxContext,
  gift: { account_id: string; id: string },
): void => store.deleteRecipientLocales(ctx, gift.account_id, [gift.id])
