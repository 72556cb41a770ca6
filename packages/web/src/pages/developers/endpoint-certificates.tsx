import { Button, FileButton, Group, Stack, Text, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconFileUpload } from '@tabler/icons-react'
import type { Endpoint } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { confirm } from '#web/components/dialogs/confirm.tsx'
import { StatusBadge } from '#web/components/feedback/status-badge.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { RelativeTime } from '#web/components/formats/relative-time.tsx'
import { Form } from '#web/components/forms/form.tsx'
import { Panel } from '#web/components/layout/page.tsx'
import { Trans, t } from '#web/i18n/developers.ts'
import { getExpiry } from './certificate-expiry.ts'

interface CertificatesProps {
  endpoint: Endpoint
  reload: () => void
}

interface CertificateValues extends Record<string, unknown> {
  ca: string
  client_certificate: string
  client_key: string
}

const pemExample = '-----BEGIN …'

const emptyValues: CertificateValues = { ca: '', client_certificate: '', client_key: '' }

/** Builds the body of a request. The body omits empty fields, so that their stored values stay unchanged. */
const toBody = (values: CertificateValues) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))

/** A panel for the certificate authority of the receiver, and for the client certificate of mutual TLS. */
export function CertificatesPanel({ endpoint, reload }: CertificatesProps) {
  const done = () => {
    toast(t('Saved.'))
    reload()
  }
  return (
    <Panel
      title={t('Certificates')}
      about={t(
        'For receivers that use a private certificate authority or require mutual TLS. PEM format.',
      )}
    >
      <Stack>
        <StoredCertificates endpoint={endpoint} reload={done} />
        <Form
          key={endpoint.updated_at}
          initial={emptyValues}
          onSubmit={(values) => api.patch(`/endpoints/${endpoint.id}`, toBody(values))}
          onDone={done}
          submitLabel={t('Save certificates')}
        >
          {(form) => (
            <Stack gap="lg">
              <PemField
                form={form}
                name="ca"
                label={t('Certificate authority')}
                description={t(
                  'Only certificates that it issued are trusted, in place of the public authorities.',
                )}
              />
              <PemField
                form={form}
                name="client_certificate"
                label={t('Client certificate')}
                description={t(
                  'With its intermediate certificates. Presented when your server asks for it.',
                )}
              />
              <PemField
                form={form}
                name="client_key"
                label={t('Client certificate key')}
                description={t('Without a passphrase. Encrypted and never shown again.')}
              />
            </Stack>
          )}
        </Form>
      </Stack>
    </Panel>
  )
}

function StoredCertificates({ endpoint, reload }: CertificatesProps) {
  const remove = (title: string, body: { ca: null } | { client_certificate: null }) =>
    confirm({
      title,
      confirmLabel: t('Remove'),
      children: <Text size="sm">{t('The next attempt connects without it.')}</Text>,
      onConfirm: async () => {
        await api.patch(`/endpoints/${endpoint.id}`, body)
        reload()
      },
    })
  return (
    <>
      <StoredCertificate
        name={t('Certificate authority')}
        subject={endpoint.ca_subject}
        expires_at={endpoint.ca_expires_at}
        onRemove={() => remove(t('Remove the certificate authority?'), { ca: null })}
      />
      <StoredCertificate
        name={t('Client certificate')}
        subject={endpoint.client_certificate_subject}
        expires_at={endpoint.client_certificate_expires_at}
        onRemove={() => remove(t('Remove the client certificate?'), { client_certificate: null })}
      />
    </>
  )
}

interface StoredCertificateProps {
  name: string
  subject: string | null
  expires_at: string | null
  onRemove: () => void
}

function StoredCertificate({ name, subject, expires_at, onRemove }: StoredCertificateProps) {
  if (expires_at === null) return null
  const expiry = getExpiry(expires_at)
  return (
    <Group className="panel" p="sm" justify="space-between" align="flex-start">
      <div>
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <Text size="sm" className="mono">
          {subject}
        </Text>
        <Group gap="xs">
          <Text size="xs" c="dimmed">
            <Trans
              text={expiry === 'expired' ? 'Expired {time}' : 'Expires {time}'}
              time={<RelativeTime at={expires_at} />}
            />
          </Text>
          {expiry !== 'valid' && (
            <StatusBadge tone={expiry === 'expired' ? 'bad' : 'wait'}>
              {expiry === 'expired' ? t('Expired') : t('Expires soon')}
            </StatusBadge>
          )}
        </Group>
      </div>
      <Button variant="default" size="xs" onClick={onRemove}>
        {t('Remove…')}
      </Button>
    </Group>
  )
}

interface PemFieldProps {
  form: UseFormReturnType<CertificateValues>
  name: keyof CertificateValues & string
  label: string
  description: string
}

function PemField({ form, name, label, description }: PemFieldProps) {
  const load = async (file: File | null) => {
    if (file !== null) form.setFieldValue(name, (await file.slice(0, 40_000).text()) as never)
  }
  return (
    <div>
      <Textarea
        label={label}
        description={description}
        placeholder={pemExample}
        autosize
        minRows={2}
        maxRows={6}
        spellCheck={false}
        autoComplete="off"
        classNames={{ input: 'mono' }}
        {...form.getInputProps(name)}
      />
      <FileButton accept=".pem,.crt,.cer,.key,text/plain" onChange={(file) => void load(file)}>
        {(props) => (
          <Button
            {...props}
            variant="subtle"
            size="xs"
            mt={4}
            aria-label={t('Choose a file for: {label}', { label })}
            leftSection={<IconFileUpload size={14} aria-hidden />}
          >
            {t('Choose a file')}
          </Button>
        )}
      </FileButton>
    </div>
  )
}
