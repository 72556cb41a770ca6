import { Button, Select, Stack, Text } from '@mantine/core'
import { api } from '#web/api.ts'
import { Form } from '#web/blocks/form.tsx'
import { Moment } from '#web/blocks/moment.tsx'
import { Detail, Panel } from '#web/blocks/page.tsx'
import { ErrorState, RowsSkeleton } from '#web/blocks/states.tsx'
import { toast } from '#web/blocks/toast.tsx'
import { useToEdit } from '#web/to-edit.ts'
import { askToDisable, type OfEndpoint } from './endpoint-actions.tsx'
import { EndpointFields, type EndpointValues } from './endpoint-fields.tsx'
import { showEndpointSecret } from './new-endpoint.tsx'
import { overlaps } from './overlaps.ts'
import { useIsEnterprise } from './tier.ts'
import type { Endpoint, EndpointWithDay } from './types.ts'

const valuesOf = ({
  url,
  description,
  events,
  payload_version,
  standard_webhooks,
}: Endpoint): EndpointValues => ({ url, description, events, payload_version, standard_webhooks })

export function EndpointSettings({ endpoint, reload: reloadAround }: OfEndpoint) {
  const isIn = useIsEnterprise()
  const path = `/endpoints/${endpoint.id}`
  const edit = useToEdit<Endpoint>(path)
  const reload = async () => {
    await reloadAround()
    await edit.refetch()
  }
  if (!isIn)
    return (
      <Text>
        The account left the Enterprise tier: nothing can be changed, and nothing is sent.
      </Text>
    )
  const patch = (values: EndpointValues, tag: string | undefined) =>
    api.patch<Endpoint>(path, values, tag)
  if (edit.error !== null)
    return <ErrorState error={edit.error} retry={() => void edit.refetch()} />
  if (edit.data === undefined) return <RowsSkeleton rows={3} />
  const { value, tag } = edit.data
  return (
    <Detail
      main={
        <Panel
          title="Settings"
          about="Changes hold from the next attempt on. The body of what was recorded stays as it was."
        >
          <Form
            key={tag}
            initial={valuesOf(value)}
            send={(values) => patch(values, tag)}
            conflict={{
              id: endpoint.id,
              latest: async () =>
                valuesOf(await api.get<EndpointWithDay>(`/endpoints/${endpoint.id}`)),
              reload: () => void reload(),
              overwrite: (values) => patch(values, undefined),
            }}
            onDone={async () => {
              toast('Saved.')
              await reload()
            }}
            verb="Save"
          >
            {(form) => <EndpointFields form={form} />}
          </Form>
        </Panel>
      }
      aside={
        <>
          <Secret endpoint={endpoint} reload={reload} />
          {endpoint.enabled && (
            <Panel title="Disable" about="Nothing is recorded for it from then on.">
              <Button variant="default" onClick={() => askToDisable({ endpoint, reload })}>
                Disable …
              </Button>
            </Panel>
          )}
        </>
      }
    />
  )
}

function Secret({ endpoint, reload }: OfEndpoint) {
  const until = endpoint.previous_until
  const isDouble = until !== null && new Date(until) > new Date()
  return (
    <Panel
      title="Signing secret"
      about="The next attempt is signed with the new one. For a while a second header carries the old one’s signature, so that your side can change over in peace."
    >
      <Stack>
        {isDouble && (
          <Text size="sm">
            Two signatures are sent, the old one’s until <Moment at={until} />. A further new secret
            ends the older of the two.
          </Text>
        )}
        <Form
          initial={{ overlap_seconds: '86400' }}
          send={({ overlap_seconds }) =>
            api.post<{ secret: string }>(`/endpoints/${endpoint.id}/rotate`, {
              overlap_seconds: Number(overlap_seconds),
            })
          }
          onDone={({ secret }) => showEndpointSecret(secret, () => void reload())}
          verb="Make a new secret"
        >
          {(form) => (
            <Select
              label="The old one also signs for"
              data={overlaps}
              allowDeselect={false}
              {...form.getInputProps('overlap_seconds')}
            />
          )}
        </Form>
      </Stack>
    </Panel>
  )
}
