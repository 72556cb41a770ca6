import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { GiftComment } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { confirm } from '#web/components/dialogs/confirm.tsx'
import { ErrorState, RowsSkeleton } from '#web/components/feedback/status-views.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { useAction } from '#web/components/feedback/use-action.ts'
import { GiftTime } from '#web/components/formats/relative-time.tsx'
import { Panel } from '#web/components/layout/page.tsx'
import { Trans, t } from '#web/i18n/gifts.ts'
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
            <Comment
              key={comment.id}
              comment={comment}
              canDelete={canChange && (isAdmin || comment.author.id === me.id)}
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

interface CommentProps {
  comment: GiftComment
  canDelete: boolean
  remove: () => void
}

const Comment = ({ comment, canDelete, remove }: CommentProps) => (
  <Group align="flex-start" justify="space-between" wrap="nowrap" gap="sm">
    <div style={{ minWidth: 0 }}>
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {comment.text}
      </Text>
      <Text size="xs" c="dimmed" mt={2}>
        <Trans
          text="{name}, {time}"
          name={comment.author.name}
          time={<GiftTime at={comment.created_at} />}
        />
      </Text>
    </div>
    {canDelete && (
      <ActionIcon variant="subtle" color="gray" aria-label={t('Delete comment')} onClick={remove}>
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    )}
  </Group>
)

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
