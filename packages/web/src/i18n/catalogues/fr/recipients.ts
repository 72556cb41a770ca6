import type { SameTexts } from '../../text-types.ts'
import type { catalogue as german } from '../de/recipients.ts'

export const catalogue: SameTexts<typeof german> = {
  'The person’s data was erased from {count} gifts.': {
    one: 'Les données de la personne ont été effacées de {count} cadeau.',
    other: 'Les données de la personne ont été effacées de {count} cadeaux.',
  },
  '{count} gifts that were not delivered were cancelled.': {
    one: '{count} cadeau non livré a été annulé.',
    other: '{count} cadeaux non livrés ont été annulés.',
  },
  'Declined|gifts': 'Refusés',
  'Add note': 'Ajouter la note',
  'Campaign emails are allowed again.': 'Les e-mails de campagne sont de nouveau autorisés.',
  'Campaign emails are stopped.': 'Les e-mails de campagne sont arrêtés.',
  'Delete note': 'Supprimer la note',
  'Delete this note?': 'Supprimer cette note ?',
  'For your team. Recipients see them only if they ask for their data.':
    'Pour votre équipe. Les destinataires ne les voient que s’ils demandent leurs données.',
  'New note': 'Nouvelle note',
  'Note added.': 'Note ajoutée.',
  'Note deleted.': 'Note supprimée.',
  Notes: 'Notes',
  'Opted out of campaign emails': 'Désinscrit des e-mails de campagne',
  'Recorded by {name}, {time}': 'Noté par {name}, {time}',
  'Stops invitations and reminders': 'Arrête les invitations et les rappels',
  'Such as allergies, a preferred address or who knows them':
    'Par exemple une allergie, une adresse préférée ou qui connaît cette personne',
  'The service sends no invitations and no reminders to this address. Emails about a redeemed gift still go out. To give a gift, share its link yourself.':
    'Aucune invitation ni aucun rappel n’est envoyé à cette adresse. Les e-mails sur un cadeau déjà choisi partent toujours. Pour offrir un cadeau, transmettez vous-même le lien.',
  'Wants no campaign emails': 'Ne veut pas d’e-mails de campagne',
  '{count} notes': { one: '{count} remerciement', other: '{count} remerciements' },
  '{name}, {time}': '{name}, {time}',
  '{time}, about {gift}': '{time}, au sujet de {gift}',
  'A file with all stored data: gifts, addresses, emails, notes, and the webhook events sent about them.':
    'Un fichier avec toutes les données conservées : cadeaux, adresses, e-mails, mots et les événements webhook envoyés à leur sujet.',
  'Allow all of {domain} again': 'Autoriser à nouveau tout {domain}',
  'Allow emails to {domain} again?': 'Autoriser à nouveau les e-mails vers {domain} ?',
  'Addresses to which emails are allowed again: {count}': 'Adresses à nouveau autorisées : {count}',
  'Number of addresses at {domain} to which email bounced: {count}. Emails to all of them are sent again. Do this after the cause has ended, such as an outage of the mail server or a block list.':
    'Nombre d’adresses de {domain} dont les e-mails ont été rejetés : {count}. Des e-mails sont à nouveau envoyés à toutes. Faites-le une fois la cause disparue, par exemple une panne du serveur de messagerie ou une liste de blocage.',
  'Allow emails again': 'Autoriser à nouveau les e-mails',
  'Copy email address': 'Copier l’adresse e-mail',
  'Data request…': 'Demande de données…',
  declined: 'refusé',
  Declined: 'Refusé',
  'Declined a gift': 'A refusé un cadeau',
  'Download export': 'Télécharger l’export',
  'email bounced': 'e-mail rejeté',
  'Email to this address bounces': 'Les e-mails à cette adresse sont rejetés',
  'Emails to this address are allowed again.':
    'Les e-mails à cette adresse sont de nouveau autorisés.',
  Erase: 'Effacement',
  'Erase permanently': 'Effacer définitivement',
  'Everyone you’ve sent a gift to.': 'Toutes les personnes à qui vous avez envoyé un cadeau.',
  Export: 'Export',
  'Export or erase a person’s data': 'Exporter ou effacer les données d’une personne',
  'Export or erase…': 'Exporter ou effacer…',
  'First gift': 'Premier cadeau',
  'Last gift': 'Dernier cadeau',
  'Name, email or domain': 'Nom, e-mail ou domaine',
  'No data is stored about this person.': 'Aucune donnée n’est conservée sur cette personne.',
  'No more emails are sent to it. The gift link still works: share it in another way, or correct the address on the gift’s page.':
    'Plus aucun e-mail n’y est envoyé. Le lien du cadeau fonctionne toujours : partagez-le autrement, ou corrigez l’adresse sur la page du cadeau.',
  'No recipients yet': 'Pas encore de destinataires',
  'Recipients appear here, by email address, once you send them a gift.':
    'Les destinataires apparaissent ici, par adresse e-mail, dès que vous leur envoyez un cadeau.',
  'Removes name, address, emails and notes from all gifts, and cancels gifts that haven’t shipped. <b>This can’t be undone.</b> Only IDs, states and counts remain.':
    'Supprime le nom, l’adresse, les e-mails et les mots de tous les cadeaux, et annule les cadeaux non expédiés. <b>Cette action est irréversible.</b> Seuls les identifiants, les états et les décomptes restent.',
  'Thank-you note': 'Mot de remerciement',
  'Type the email address again': 'Saisissez à nouveau l’adresse e-mail',
  'View all {count}': 'Voir les {count}',
  'Wrote a thank-you note': 'A écrit un mot de remerciement',
  'What recipients write about their gifts, newest first.':
    'Ce que les destinataires disent de leurs cadeaux, du plus récent au plus ancien.',
  'No thank-you notes yet': 'Pas encore de remerciements',
  'After redeeming a gift, recipients can write a note on its page. The sender gets it by email, and your team can read it here.':
    'Une fois leur cadeau choisi, les destinataires peuvent écrire un mot sur sa page. L’expéditeur le reçoit par e-mail, et votre équipe peut le lire ici.',
}
