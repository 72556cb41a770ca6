import { Button } from '@mantine/core'
import { ApiError, api } from '#web/api.ts'
import { toast } from '#web/components/feedback/toast.tsx'
import { useAction } from '#web/components/feedback/use-action.ts'
import { withinRateLimit } from '#web/components/feedback/with-retries.ts'
import { t } from '#web/i18n/developers.ts'
import { reloadAfterSeries } from '#web/query-client.ts'

/**
 * A button that resends deliveries. Pending deliveries get their next attempt now. Ended deliveries start
 * again with new attempts.
 */
export function ResendButton({
  ids,
  onDone,
}: {
  ids: readonly string[]
  onDone?: (startedIds: string[]) => void
}) {
  const resend = useAction(
    () => resendAll(ids),
    (resent) => {
      reportResent(resent)
      onDone?.(resent.startedIds)
    },
  )
  return (
    <Button size="xs" loading={resend.isPending} onClick={() => resend.mutate()}>
      {ids.length > 1 ? t('Resend {count}', { count: ids.length }) : t('Resend')}
    </Button>
  )
}

/** The ids of the deliveries that are attempted now, and the errors of the others. */
export interface Resent {
  startedIds: string[]
  rejections: ApiError[]
}

/** Shows how many deliveries are resent, and why others are not. */
export function reportResent({ startedIds, rejections }: Resent): void {
  if (startedIds.length > 0) toast(t('Resending {count} deliveries.', { count: startedIds.length }))
  if (rejections.length > 0)
    toast(
      t('{count} deliveries not resent: {reason}', {
        count: rejections.length,
        reason: rejections[0]?.message ?? '',
      }),
    )
}

/**
 * Resends deliveries one after the other, in the order of the ids, to their endpoints or all to another one. If the
 * server rejects one delivery, the function continues with the next one.
 */
export const resendAll = (ids: readonly string[], endpoint_id?: string): Promise<Resent> =>
  reloadAfterSeries(async () => {
    const resent: Resent = { startedIds: [], rejections: [] }
    const body = endpoint_id === undefined ? {} : { endpoint_id }
    for (const delivery of ids)
      try {
        const { id } = await withinRateLimit(() => api.post(`/deliveries/${delivery}/resend`, body))
        resent.startedIds.push(id)
      } catch (error) {
        if (!(error instanceof ApiError) || !isRejection(error)) throw error
        resent.rejections.push(error)
      }
    return resent
  })

/**
 * Returns whether the server rejected a resend: the delivery does not exist, its endpoint or body was deleted, or the
 * other endpoint cannot receive it.
 */
const isRejection = ({ status }: ApiError): boolean =>
  status === 404 || status === 409 || status === 422
