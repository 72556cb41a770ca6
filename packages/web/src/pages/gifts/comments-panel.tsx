import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import type { GiftComment } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { confirm } from '#web/components/dialogs/confirm.tsx'
import { ErrorState, RowsSkeleton } from '#web/components/feedback/status-views.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { useAction } from '#web/components/feedback/use-action.ts'
import { Panel } from '#web/components/layout/page.tsx'
import { AuthoredText } from '#web/components/lists/authored-text.tsx'
import { t } from '#web/i18n/gifts.ts'
import { useMe, usePermission } from '#web/session.ts'
import { useRead } from '#web/use-read.ts'
import { MentionInput } from './mention-input.tsx'
import { findMentions, type Mentionable } from './mentions.ts'
import { toastGiftError } from './server-texts.ts'

/** A panel with the comments of members on a gift. */
export function CommentsPanel({ giftId }: { giftId: string }) {
  const { data, error, refetch } = useRead(`/gift-requests/${giftId}/comments`)
  const canChange = usePermission('gift_requests:write')
  const isAdmin = usePermission('administration')
  const me = useMe()
  if (!canChange && data?.data.length === 0) return null
  return (
    <Panel
      title={t('Comments')}
      about={t(
        'For your team. The recipient doesn’t see them. Type @ to mention someone, who then gets an email.',
      )}
    >
      {error !== null && <ErrorState error={error} retry={() => void refetch()} />}
      {data === undefined ? (
        error === null && <RowsSkeleton rows={2} />
      ) : (
        <Stack gap="md">
          {data.data.map((comment) => (
            <AuthoredText
              key={comment.id}
              entry={comment}
              deleteLabel={
                canChange && (isAdmin || comment.author.id === me.id)
                  ? t('Delete comment')
                  : undefined
              }
              remove={() => confirmDelete(giftId, comment)}
            />
          ))}
          {canChange && <NewComment giftId={giftId} members={data.members} />}
        </Stack>
      )}
    </Panel>
  )
}

function NewComment({ giftId, members }: { giftId: string; members: readonly Mentionable[] }) {
  const [text, setText] = useState('')
  const add = useAction(
    () =>
      api.post(`/gift-requests/${giftId}/comments`, {
        text,
        mentions: findMentions(text, members).map(({ id }) => id),
      }),
    () => {
      setText('')
      toast(t('Comment added.'))
    },
    toastGiftError,
  )
  return (
    <Stack gap="xs">
      <MentionInput label={t('New comment')} text={text} setText={setText} members={members} />
      <Group justify="flex-end">
        <Button
          size="xs"
          variant="default"
          disabled={text.trim() === ''}
          loading={add.isPending}
          onClick={() => add.mutate()}
        >
          {t('Add comment')}
        </Button>
      </Group>
    </Stack>
  )
}

const confirmDelete = (giftId: string, comment: GiftComment) =>
  confirm({
    title: t('Delete this comment?'),
    confirmLabel: t('Delete comment'),
    children: comment.text.slice(0, 200),
    onConfirm: async () => {
      await api.delete(`/gift-requests/${giftId}/comments/${comment.id}`)
      toast(t('Comment deleted.'))
    },
  })
