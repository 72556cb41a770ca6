import type { SameTexts } from '../../text-types.ts'
import type { catalogue as german } from '../de/recipients.ts'

export const catalogue: SameTexts<typeof german> = {
  'The person’s data was erased from {count} gifts.': {
    one: 'Los datos de la persona se han borrado de {count} regalo.',
    other: 'Los datos de la persona se han borrado de {count} regalos.',
  },
  '{count} gifts that were not delivered were cancelled.': {
    one: 'Se ha anulado {count} regalo que no se había entregado.',
    other: 'Se han anulado {count} regalos que no se habían entregado.',
  },
  'Declined|gifts': 'Rechazados',
  'Add note': 'Añadir nota',
  'Campaign emails are allowed again.': 'Los correos de campañas vuelven a estar permitidos.',
  'Campaign emails are stopped.': 'Los correos de campañas están detenidos.',
  'Delete note': 'Borrar nota',
  'Delete this note?': '¿Borrar esta nota?',
  'For your team. Recipients see them only if they ask for their data.':
    'Para tu equipo. Los destinatarios solo las ven si piden sus datos.',
  'New note': 'Nota nueva',
  'Note added.': 'Nota añadida.',
  'Note deleted.': 'Nota borrada.',
  Notes: 'Notas',
  'Opted out of campaign emails': 'Dado de baja de los correos de campañas',
  'Recorded by {name}, {time}': 'Registrado por {name}, {time}',
  'Stops invitations and reminders': 'Detiene invitaciones y recordatorios',
  'Such as allergies, a preferred address or who knows them':
    'Por ejemplo, alergias, una dirección preferida o quién conoce a esta persona',
  'The service sends no invitations and no reminders to this address. Emails about a redeemed gift still go out. To give a gift, share its link yourself.':
    'A esta dirección no se envían invitaciones ni recordatorios. Los correos sobre un regalo canjeado se siguen enviando. Para hacer un regalo, comparte tú el enlace.',
  'Wants no campaign emails': 'No quiere correos de campañas',
  '{count} notes': { one: '{count} nota', other: '{count} notas' },
  '{name}, {time}': '{name}, {time}',
  '{time}, about {gift}': '{time}, sobre {gift}',
  'A file with all stored data: gifts, addresses, emails, notes, and the webhook events sent about them.':
    'Un archivo con todos los datos guardados: regalos, direcciones, correos, notas y los eventos de webhook enviados sobre ellos.',
  'Allow all of {domain} again': 'Permitir de nuevo todas las de {domain}',
  'Allow emails to {domain} again?': '¿Permitir de nuevo los correos a {domain}?',
  'Addresses to which emails are allowed again: {count}':
    'Direcciones a las que se permiten de nuevo correos: {count}',
  'Number of addresses at {domain} to which email bounced: {count}. Emails to all of them are sent again. Do this after the cause has ended, such as an outage of the mail server or a block list.':
    'Número de direcciones de {domain} cuyos correos rebotaron: {count}. Se vuelven a enviar correos a todas. Hazlo cuando la causa haya terminado, como una caída del servidor de correo o una lista de bloqueo.',
  'Allow emails again': 'Permitir correos de nuevo',
  'Copy email address': 'Copiar dirección de correo',
  'Data request…': 'Solicitud de datos…',
  declined: 'rechazado',
  Declined: 'Rechazado',
  'Declined a gift': 'Rechazó un regalo',
  'Download export': 'Descargar exportación',
  'email bounced': 'correo rebotado',
  'Email to this address bounces': 'Los correos a esta dirección rebotan',
  'Emails to this address are allowed again.':
    'Se vuelven a permitir los correos a esta dirección.',
  Erase: 'Borrado',
  'Erase permanently': 'Borrar definitivamente',
  'Everyone you’ve sent a gift to.': 'Todas las personas a las que has enviado un regalo.',
  Export: 'Exportación',
  'Export or erase a person’s data': 'Exportar o borrar los datos de una persona',
  'Export or erase…': 'Exportar o borrar…',
  'First gift': 'Primer regalo',
  'Last gift': 'Último regalo',
  'Name, email or domain': 'Nombre, correo o dominio',
  'No data is stored about this person.': 'No hay datos guardados sobre esta persona.',
  'No more emails are sent to it. The gift link still works: share it in another way, or correct the address on the gift’s page.':
    'Ya no se le envían correos. El enlace del regalo sigue funcionando: compártelo de otra forma o corrige la dirección en la página del regalo.',
  'No recipients yet': 'Todavía no hay destinatarios',
  'Recipients appear here, by email address, once you send them a gift.':
    'Los destinatarios aparecen aquí, por dirección de correo, cuando les envías un regalo.',
  'Removes name, address, emails and notes from all gifts, and cancels gifts that haven’t shipped. <b>This can’t be undone.</b> Only IDs, states and counts remain.':
    'Elimina nombre, dirección, correos y notas de todos los regalos y anula los que no se han enviado. <b>Esta acción no se puede deshacer.</b> Solo quedan identificadores, estados y recuentos.',
  'Thank-you note': 'Nota de agradecimiento',
  'Type the email address again': 'Escribe de nuevo la dirección de correo',
  'View all {count}': 'Ver los {count}',
  'Wrote a thank-you note': 'Escribió una nota de agradecimiento',
  'What recipients write about their gifts, newest first.':
    'Lo que los destinatarios dicen de sus regalos, de lo más reciente a lo más antiguo.',
  'No thank-you notes yet': 'Todavía no hay agradecimientos',
  'After redeeming a gift, recipients can write a note on its page. The sender gets it by email, and your team can read it here.':
    'Después de canjear un regalo, los destinatarios pueden escribir una nota en su página. El remitente la recibe por correo y tu equipo puede leerla aquí.',
}
