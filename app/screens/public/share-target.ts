import { redirect } from "react-router";

/**
 * /compartir: the share target for other apps' files. The service worker takes the files before a request is sent. Without a service worker
 * they are sent here: the server neither reads nor stores them, and the page says that nothing arrived.
 */
export const loader = () => redirect("/dashboard/patient/cases?compartido=1", 303);
export const action = loader;
