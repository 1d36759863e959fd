/** Lines that mark where the bounce text ends and the returned message begins, as servers write them. */
export const RETURNED_MESSAGE: RegExp[] = [
  // Exim: ------ This is a copy of the message, including all the headers. ------
  // qmail: --- Below this line is a copy of the message. / --- Enclosed is a copy of the message.
  // OpenSMTPD:     Below is a copy of the original message:
  // mxlogic: Included is a copy of the message header:
  /^[ -]*(this|below this line|below|enclosed|included|here) is a copy of (the|your) (original )?message\b/im,
  // Exim: ------ The body of the message is 5120000 characters long; only the first
  /^-+ The body of the message is \d+ characters long/m,
  // Gmail: ----- Original message ----- / Outlook: -----Original Message-----
  // Sendmail 5:    ----- Unsent message follows ----- / X2: --- Original message follows.
  // Notes: ------- Returned Message -------- / m-FILTER: -------original message, -------original mail info
  /^[ ]*-{2,}[ ]?(original (message|mail)|unsent message|returned message|message header)\b/im,
  // T-Online: |------------------------- Message text follows: ------------------------|
  /^\|-+ Message (text|header text) follows:/m,
  // GroupWise: Possibly truncated original message follows:
  /^Possibly truncated original message follows/m,
  // 1&1, GMX: --- The header of the original message is following. ---
  /^-+ ?The header of the original message/im,
  // DragonFly: Message headers follow. / IMail: Original message follows. / Exchange: Original message headers:
  /^(Original )?(message|mail)( headers?)?( follows?\.|:)[ ]*$/im,
  // Exchange, localized
  /^(Intestazioni originali del messaggio|Originalnachrichtenkopf|Ursprüngliche Nachrichtenkopfzeilen|En-têtes de message d'origine|Encabezados de mensajes? original(es)?|Cabeçalhos de mensagem originais|Oorspronkelijke berichtkoppen|元のメッセージ ?ヘッダー|Исходные заголовки сообщения|原始邮件标题):?[ ]*$/im,
  // A header without any introduction: Received:from mail.zoho.com by mx.zohomail.com / Return-Path: <x@example.com>
  /^(?:Return-Path|Received|DKIM-Signature):.*\n(?:[ \t].*\n)*[A-Z][\w-]{1,40}:/im,
  /^(?:(?:Message-ID|From|To|Subject|Date|MIME-Version|X-Mailer|Content-[\w-]+|Delivered-To):.*\n(?:[ \t].*\n)*){3}/im,
];

/**
 * Words in subject or text with which servers report a failed delivery. Ordinary mail contains them too, so they count only
 * in mail from a server.
 */
export const FAILURE_WORDS: RegExp[] = [
  // Postfix: Undelivered Mail Returned to Sender / Exchange: Undeliverable: Nyaan / IMail: Undeliverable Mail
  /undeliver(ed|able)/i,
  // qmail: failure notice / Yahoo: Failure Notice / Exim: Mail delivery failed: returning message to sender
  // Gmail: Delivery Status Notification (Failure) / Delivery to the following recipient failed permanently: / Zoho: Mail Delivery Status Notification (Delay) / Courier: NOTICE: mail delivery status.
  /failure notice|failed permanently|delivery[- ](has )?(failed|failure|status|report|notification|problem|error)|(mail|message) (delivery )?(failure|error)\b/i,
  // Sendmail: Returned mail: see transcript for details / Postmaster notify: see transcript for details
  // smail: mail failed, returning to sender / LLNL: FAILED MAIL to / Exchange 5.0: Non-Delivery Report
  /returned mail|return(ed|ing) to sender|mail failed|failed mail|\bnon-?delivery\b|returning message|see transcript for details|transcript of session/i,
  // Exim: A message that you sent could not be delivered to one or more of its recipients.
  // Gmail: Your message wasn't delivered to x@example.com / Amazon SES: An error occurred while trying to deliver the mail
  // qmail: I'm afraid I wasn't able to deliver your message to the following addresses.
  /(could not|couldn't|cannot|can't|can not|not able to|wasn't able to|unable to|were unable to|failed to|trying to|trouble) (be )?(deliver|relay|sent)|(was|were|is|wasn't|not) (not )?(be )?(delivered|relayed|sent to)\b/i,
  // Exchange: did not reach the following recipient(s): / Domino: DELIVERY FAILURE: User x not listed in Domino Directory
  /did not reach|returned (the following )?(permanent|transient) errors?|had (permanent|delivery|transient|fatal)[a-z -]{0,30}(errors|problems)/i,
  // Sendmail: Warning: could not send message for past 4 hours / Postfix: Delayed Mail (still being retried)
  // mxl: has been postponed due to a full mailbox
  /not yet been delivered|could not send|still being retried|\bpostponed\b|has been delayed|delayed mail|is delayed/i,
  // MDaemon: Warning: x@example.com - User unknown!
  /\b(?:user|recipient|mailbox) unknown\b|\bno such (?:user|recipient|mailbox)\b/i,
  // OpenSMTPD: Delivery status notification: error / x6: There was an error sending your mail / Apache James: Error message below:
  /error (while )?(delivering|sending)|error message below|rejected by a remote mail server|automatically rejected|blocked by our/i,
  // Exim: A message that you sent contained one or more recipient addresses that were incorrectly constructed
  /malformed recipient address|incorrectly constructed|SMTP server: errors from/i,
  // Exchange and others, localized
  /Unzustellbar|nicht zugestellt|konnte nicht (zugestellt|übermittelt)|unzustellbare|Zustellung .{0,40}fehlgeschlagen/i,
  /non (recapitabile|remis)|n'a pas (pu être|été) (remis|distribu|livr)|échec de (la )?remise|impossibile recapitare|mancat[ao] (recapito|consegna)/i,
  /no se (puede|pudo|ha podido) entregar|no entregado|no se ha entregado|não (foi|pôde ser) entregue|não entregue|onbestelbaar|niet (worden )?bezorgd|kunde inte levereras|nie (mogła|została|dostarczono)|nedoručiteln/i,
  /送信できません|配信できません|配送できません|送信に失敗|配信不能|エラー(通知|メール)|届きませんでした|配信されませんでした|メールエラー/,
  /не может быть\s+(доставлено|отправлено)|не доставлено|недоставленн|退信|无法投递|无法送达|投递失败|未送达|無法傳遞|無法傳送|전송할 수 없|배달되지/i,
];

/** Words of a bounce that is not final yet. Exim: A message that you sent has not yet been delivered to one or more */
export const DELAY_WORDS =
  /has been delayed|is delayed|not yet been delivered|WARNING MESSAGE ONLY|THIS IS A WARNING ONLY|temporary failure report|still being retried|will be retried|could not send message for past|delayed mail|Status Notification \(Delay\)|Delivery has been delayed|notification: (delayed|warning)|(verzögert|retardé)|\bpostponed\b|will continue to try/i;

/** Words of a report of success. */
export const SUCCESS_WORDS =
  /(was|been) successfully (delivered|relayed)|mail delivery report that you requested|Delivery Status Notification \((Success|Relay)\)|successful mail delivery report/i;
