import { OwnProfilePage } from "../shell/own-profile-page.tsx";

/** "Mi Perfil" of an admin. */
export default function AdminProfile() {
  return <OwnProfilePage title="Mi Perfil" audience="admin" />;
}
