import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/api.ts'
import { toast, toastError } from '#web/blocks/toast.tsx'
import type { OfEndpoint } from './endpoint-actions.tsx'
import { useIsEnterprise } from './tier.ts'
import { count } from './words.ts'

const hour = 3_600_000
const spans = [
  { value: String(hour), label: 'the last hour' },
  { value: String(6 * hour), label: 'the last 6 hours' },
  { value: String(24 * hour), label: 'the last day' },
  { value: String(3 * 24 * hour), label: 'the last 3 days' },
  { value: String(7 * 24 * hour), label: 'the last 7 days' },
  { value: String(30 * 24 * hour), label: 'the last 30 days' },
]

/** Sends again what was given up since a moment; says first how much that is. */
export function Recover(props: OfEndpoint) {
  const [isOpen, { open, close }] = useDisclosure(false)
  if (!useIsEnterprise()) return null
  return (
    <Group justify="flex-end" mb="sm">
      <Button variant="default" size="xs" onClick={open}>
        Recover since …
      </Button>
      <Modal opened={isOpen} onClose={close} title="Recover what was given up">
        <Ask {...props} close={close} />
      </Modal>
    </Group>
  )
}

function Ask({ endpoint, reload, close }: OfEndpoint & { close: () => void }) {
  const [span, setSpan] = useState(String(24 * hour))
  const [opened] = useState(Date.now)
  const since = new Date(opened - Number(span)).toISOString()
  const path = `/endpoints/${endpoint.id}`
  const found = useQuery({
    queryKey: ['recoverable', endpoint.id, since],
    queryFn: () => api.get<{ count: number }>(`${path}/recoverable`, { since }),
  })
  const run = useMutation({
    mutationFn: async () => {
      let begun = 0
      for (;;) {
        const step = await api.post<{ begun: number; left: number }>(`${path}/recover`, { since })
        begun += step.begun
        if (step.begun === 0 || step.left === 0) return begun
      }
    },
    onSuccess: async (begun) => {
      toast(`${count(begun, 'delivery', 'deliveries')} on the way again.`)
      close()
      await reload()
    },
    onError: toastError,
  })
  const n = found.data?.count
  return (
    <Stack>
      <Text size="sm">
        Each event that was given up is sent again, once, with the same event id and body, and five
        attempts of its own. What was sent again already, and tests, are left out.
      </Text>
      <Select
        label="Given up in"
        data={spans}
        value={span}
        onChange={(value) => setSpan(value ?? span)}
        allowDeselect={false}
      />
      <Text size="sm" fw={600} aria-live="polite">
        {n === undefined
          ? 'Counting …'
          : n === 0
            ? 'Nothing was given up in this time.'
            : `${n >= 10_000 ? 'At least ' : ''}${count(n, 'event')} would be sent again.`}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button
          disabled={n === undefined || n === 0 || !endpoint.enabled}
          loading={run.isPending}
          onClick={() => run.mutate()}
        >
          {n === undefined || n === 0 ? 'Send again' : `Send ${n.toLocaleString('en')} again`}
        </Button>
      </Group>
      {!endpoint.enabled && (
        <Text size="xs" c="dimmed">
          Enable the endpoint first.
        </Text>
      )}
    </Stack>
  )
}
