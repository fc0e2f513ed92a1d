// crpeer is a controller-runtime webhook with three checks of Leases. The benchmarks compare
// lease-guard with crpeer. crpeer logs each decision. After 100 lines in a second, the logger
// writes only every hundredth line, which is the default of controller-runtime.
//
// Usage: GOMAXPROCS=1 crpeer -port PORT -certs FOLDER
// The path for reviews is /validate-coordination-k8s-io-v1-lease.
package main

import (
	"context"
	"flag"

	coordinationv1 "k8s.io/api/coordination/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	"sigs.k8s.io/controller-runtime/pkg/webhook"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"
)

type validator struct{}

func (validator) ValidateCreate(ctx context.Context, lease *coordinationv1.Lease) (admission.Warnings, error) {
	return nil, decide(ctx, lease)
}

func (validator) ValidateUpdate(ctx context.Context, _, lease *coordinationv1.Lease) (admission.Warnings, error) {
	return nil, decide(ctx, lease)
}

func (validator) ValidateDelete(context.Context, *coordinationv1.Lease) (admission.Warnings, error) {
	return nil, nil
}

func decide(ctx context.Context, lease *coordinationv1.Lease) error {
	var faults field.ErrorList
	path, spec := field.NewPath("spec"), lease.Spec
	if seconds := spec.LeaseDurationSeconds; seconds != nil && *seconds <= 0 {
		faults = append(faults, field.Invalid(path.Child("leaseDurationSeconds"), *seconds, "must be greater than 0"))
	}
	if transitions := spec.LeaseTransitions; transitions != nil && *transitions < 0 {
		faults = append(faults, field.Invalid(path.Child("leaseTransitions"), *transitions, "must be greater than or equal to 0"))
	}
	if holder := spec.PreferredHolder; holder != nil && *holder != "" && spec.Strategy == nil {
		faults = append(faults, field.Forbidden(path.Child("preferredHolder"), "may only be specified if `strategy` is defined"))
	}
	if request, err := admission.RequestFromContext(ctx); err == nil {
		log := ctrl.LoggerFrom(ctx)
		log.Info("decision", "uid", string(request.UID), "namespace", lease.Namespace, "name", lease.Name, "allowed", len(faults) == 0)
	}
	if len(faults) == 0 {
		return nil
	}
	return apierrors.NewInvalid(coordinationv1.SchemeGroupVersion.WithKind("Lease").GroupKind(), lease.Name, faults)
}

func main() {
	port := flag.Int("port", 0, "")
	certs := flag.String("certs", "", "folder of tls.crt and tls.key")
	flag.Parse()
	ctrl.SetLogger(zap.New(zap.UseDevMode(false)))

	scheme := runtime.NewScheme()
	must(coordinationv1.AddToScheme(scheme))
	server := webhook.NewServer(webhook.Options{Host: "127.0.0.1", Port: *port, CertDir: *certs})
	// The manager needs an address, but no code of this program calls an API server.
	manager, err := ctrl.NewManager(&rest.Config{Host: "http://127.0.0.1:1"}, ctrl.Options{Scheme: scheme, WebhookServer: server})
	must(err)
	must(ctrl.NewWebhookManagedBy(manager, &coordinationv1.Lease{}).WithValidator(validator{}).Complete())
	must(manager.GetWebhookServer().Start(ctrl.SetupSignalHandler()))
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
