import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '#web/api.ts'
import { Form } from '#web/components/form.tsx'
import { Page, Panel } from '#web/components/page.tsx'
import { showSecret } from '#web/components/secret-dialog.tsx'
import { t } from '#web/i18n/developers.ts'
import { EndpointFields, type EndpointFormValues, toEndpointBody } from './endpoint-fields.tsx'
import { eventOptions } from './labels.ts'

const initialValues: EndpointFormValues = {
  url: '',
  description: '',
  events: eventOptions.map(({ value }) => value),
  receives_attention: false,
  payload_version: '2026-05',
  standard_webhooks: false,
  ed25519: false,
  headers: [],
  max_per_second: '',
}

export function NewEndpointPage() {
  const navigate = useNavigate()
  const client = useQueryClient()
  return (
    <Page title={t('Add endpoint')} about={t('Only events from now on are sent.')}>
      <Panel title={t('Endpoint details')}>
        <Form
          initial={initialValues}
          onSubmit={(values) => api.post('/endpoints', toEndpointBody(values))}
          onDone={({ id, secret }) => {
            void client.invalidateQueries({ queryKey: ['list', '/endpoints'] })
            showEndpointSecret(secret, () => void navigate({ href: `/developers/webhooks/${id}` }))
          }}
          submitLabel={t('Add endpoint')}
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
    title: t('Signing secret'),
    secrets: [
      [t('Signing secret'), secret],
      [t('Line for .env'), `BESTOW_WEBHOOK_SECRET=${secret}`],
    ],
    children: (
      <Text size="sm">
        {t(
          'Your program uses it to verify that a request is authentic and unchanged. The key is the whole text, including the prefix.',
        )}
      </Text>
    ),
    onClose,
  })
