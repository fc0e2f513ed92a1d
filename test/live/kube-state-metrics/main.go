// kube-state-metrics is the program of the module k8s.io/kube-state-metrics. Its own main package
// only adds files that it watches, such as the one of --kubeconfig.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"k8s.io/kube-state-metrics/v2/pkg/app"
	"k8s.io/kube-state-metrics/v2/pkg/options"
)

func main() {
	opts := options.NewOptions()
	command := options.InitCommand
	command.Run = func(*cobra.Command, []string) {
		check(app.RunKubeStateMetricsWrapper(context.Background(), opts))
	}
	opts.AddFlags(command)
	check(opts.Parse())
	check(opts.Validate())
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
