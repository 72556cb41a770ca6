import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '#web/api.ts'
import { Form } from '#web/components/form.tsx'
import { Page, Panel } from '#web/components/page.tsx'
import { showSecret } from '#web/components/secret-dialog.tsx'
import { EndpointFields, type EndpointFormValues } from './endpoint-fields.tsx'
import { eventOptions } from './labels.ts'
import type { Endpoint } from './types.ts'

const initialValues: EndpointFormValues = {
  url: '',
  description: '',
  events: eventOptions.map(({ value }) => value),
  payload_version: '2026-05',
  standard_webhooks: false,
}

export function NewEndpointPage() {
  const navigate = useNavigate()
  const client = useQueryClient()
  return (
    <Page
      title="Add an endpoint"
      about="From the moment it is added, what happens to gifts is sent to it. What happened before is not."
    >
      <Panel title="Where to, and what">
        <Form
          initial={initialValues}
          onSubmit={(values) => api.post<Endpoint & { secret: string }>('/endpoints', values)}
          onDone={({ id, secret }) => {
            void client.invalidateQueries({ queryKey: ['list', '/endpoints'] })
            showEndpointSecret(secret, () => void navigate({ href: `/developers/webhooks/${id}` }))
          }}
          submitLabel="Add the endpoint"
          onCancel={() => void navigate({ href: '/developers/webhooks' })}
        >
          {(form) => <EndpointFields form={form} />}
        </Form>
      </Panel>
    </Page>
  )
}

export const showEndpointSecret = (secret: string, onClose: () => void): void =>
  showSecret({
    title: 'The signing secret',
    secrets: [
      ['Signing secret', secret],
      ['Line for .env', `BESTOW_WEBHOOK_SECRET=${secret}`],
    ],
    children: (
      <Text size="sm">
        With it your program verifies that a request comes from us, and that nobody changed it. The
        key is the whole text, with its prefix.
      </Text>
    ),
    onClose,
  })
