import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api, type Listed } from '#web/api.ts'
import { Moment } from '#web/blocks/moment.tsx'
import { Panel } from '#web/blocks/page.tsx'
import { toast, toastError } from '#web/blocks/toast.tsx'
import type { Role } from '#web/session.ts'

interface Waiting {
  id: string
  email: string
  name: string
  role: Role
  invited_by: { name: string }
  expires_at: string
}

/** Who was invited and has not come yet; nothing when there is nobody. */
export function Invitations({ reload }: { reload: () => Promise<void> }) {
  const { data } = useQuery({
    queryKey: ['list', '/invitations'],
    queryFn: () => api.get<Listed<Waiting>>('/invitations'),
  })
  const resend = useMutation({
    mutationFn: ({ id }: Waiting) => api.post(`/invitations/${id}/resend`),
    onSuccess: (_, { email }) => toast(`A new link is on its way to ${email}.`),
    onError: toastError,
  })
  const withdraw = useMutation({
    mutationFn: (id: string) => api.delete(`/invitations/${id}`),
    onSuccess: reload,
    onError: toastError,
  })
  if (data === undefined || data.data.length === 0) return null
  return (
    <Panel title="Invited" about="Their links work for a week.">
      <Stack gap="sm">
        {data.data.map((waiting) => (
          <Group key={waiting.id} justify="space-between" gap="xs">
            <div>
              <Group gap="xs">
                <Text fw={500}>{waiting.email}</Text>
                <Badge size="sm" variant="light">
                  {waiting.role}
                </Badge>
              </Group>
              <Text size="sm" c="dimmed">
                Invited by {waiting.invited_by.name}; ends <Moment at={waiting.expires_at} />
              </Text>
            </div>
            <Group gap="xs">
              <Button size="xs" variant="default" onClick={() => resend.mutate(waiting)}>
                Send again
              </Button>
              <Button
                size="xs"
                variant="subtle"
                color="red"
                onClick={() => withdraw.mutate(waiting.id)}
              >
                Withdraw
              </Button>
            </Group>
          </Group>
        ))}
      </Stack>
    </Panel>
  )
}
