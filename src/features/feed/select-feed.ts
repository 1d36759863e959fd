/** The three tables of the feed as statements with the same columns, to which callers add conditions. */
const OF_EMAIL =
  "r.address, e.subject, e.tags, e.metadata, e.mail_from, e.stream, e.api_key_id, e.message_id";
const WITH_EMAIL = `
  JOIN recipients r ON r.account_id = v.account_id AND r.email_id = v.email_id AND r.position = v.position
  JOIN emails e ON e.account_id = v.account_id AND e.id = v.email_id`;

export const SELECTS = {
  email: `SELECT 'email' AS kind, v.id, v.email_id AS subject_id, v.type, v.detail, v.created_at, v.attempt, ${OF_EMAIL}
   FROM events v ${WITH_EMAIL}`,
  engagement: `SELECT 'engagement' AS kind, v.id, v.email_id AS subject_id, v.kind AS type,
     jsonb_strip_nulls(jsonb_build_object('link', v.link, 'url', v.url, 'actor', v.actor, 'confidence', v.confidence,
       'reasons', v.reasons, 'network', v.network, 'agent', v.agent)) AS detail, v.created_at, NULL::integer AS attempt, ${OF_EMAIL}
   FROM engagements v ${WITH_EMAIL}`,
  account: `SELECT 'account' AS kind, v.id, v.subject_id, v.type, v.detail, v.created_at, NULL::integer AS attempt, NULL AS address,
     NULL AS subject, NULL::jsonb AS tags, NULL::jsonb AS metadata, NULL::jsonb AS mail_from, NULL AS stream,
     NULL::integer AS api_key_id, NULL AS message_id
   FROM account_events v`,
};
