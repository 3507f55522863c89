/**
 * Runs in the document. `accounts/me` comes first: a screen's data may not be older than the live position that it answers, and only a person
 * whom the screen admits may request them. It makes no call with a token that is about to expire: the session client refreshes that token.
 */
export const START = `async (role, calls) => {
  const begun = (globalThis.firstCalls = new Map());
  try {
    const { access_token: token, expires_at } = JSON.parse(localStorage.getItem("session"));
    if (expires_at * 1000 - Date.now() < 90000) return;
    const authorization = "Bearer " + token;
    const keep = (key, answer) => {
      answer.catch(() => undefined);
      begun.set(key, { token, answer });
      return answer;
    };
    const read = (path) => keep(path, fetch(path, { headers: { authorization } }));
    const call = (path, input) =>
      keep(JSON.stringify([path.split("/"), input]), fetch("/rpc/" + path, {
        method: "POST",
        headers: { authorization, "content-type": "application/json" },
        body: JSON.stringify({ json: input }),
      }));
    const { json: me } = await (await call("accounts/me")).clone().json();
    if (!me.roles.includes(role) || me.approval_status !== "approved" || me.must_change_password || me.factor_due) return;
    if (me.has_factor && me.aal !== "aal2") return;
    for (const [path, input] of calls) path[0] === "/" ? read(path) : call(path, input);
  } catch {}
}`;
